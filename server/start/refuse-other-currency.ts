import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-variables.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { decideFact, readFact, writeFact } from '../databases/accounts/installation-facts.ts';
import { findMoney } from '../databases/accounts/known-currency.ts';

/**
 * Throws if the currency was changed. Prices, budgets and the ledger are numbers in one currency, so another currency
 * would change their value. The currency may change until the first of these numbers is stored.
 */
export async function refuseOtherCurrency({ currency }: Pick<Config, 'currency'>, accounts: AccountsDb): Promise<void> {
  const { hasMoney, ofDocuments } = await findMoney(accounts);
  if (!hasMoney) return writeFact(accounts, 'currency', currency);
  const known =
    ofDocuments ?? (await readFact(accounts, 'currency')) ?? (await decideFact(accounts, 'currency', currency));
  if (known === currency) return;
  throw new ConfigError(
    `This installation uses ${known}. Its prices, budgets and documents cannot be converted to ${currency}. ` +
      `Set CURRENCY=${known}, or use another DATA_DIR or DATABASE_URL for a network in ${currency}.`,
  );
}
