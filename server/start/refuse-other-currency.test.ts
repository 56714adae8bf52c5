import { expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { writeFact } from '../databases/accounts/installation-facts.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { makeCampaign, makeCustomer, makeFlight } from '../testing/makers.ts';
import { refuseOtherCurrency } from './refuse-other-currency.ts';

async function makeMoney(accounts: AccountsDb): Promise<void> {
  const sponsor = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  await makeFlight(accounts, { campaignId: campaign.id });
}

describeOnEngines('the currency of an installation', (engine) => {
  test('may change until there is money, and no later', async () => {
    const accounts = await engine.openMigrated();
    await refuseOtherCurrency({ currency: 'USD' }, accounts);
    await refuseOtherCurrency({ currency: 'EUR' }, accounts);
    await makeMoney(accounts);
    await refuseOtherCurrency({ currency: 'EUR' }, accounts);
    await expect(refuseOtherCurrency({ currency: 'USD' }, accounts)).rejects.toThrow(
      'This installation uses EUR. Its prices, budgets and documents cannot be converted to USD. Set CURRENCY=EUR,',
    );
  });

  test('of an installation older than this rule is the one it starts with, also for several processes at once', async () => {
    const accounts = await engine.openMigrated();
    await makeMoney(accounts);
    await writeFact(accounts, 'currency', null);
    await Promise.all([1, 2, 3].map(() => refuseOtherCurrency({ currency: 'CHF' }, accounts)));
    await expect(refuseOtherCurrency({ currency: 'EUR' }, accounts)).rejects.toThrow('CURRENCY=CHF');
  });
});
