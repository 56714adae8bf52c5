import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { insertWithAudit } from '../administration/insert-with-audit.ts';
import { countDemoTraces, hasDemoTraces, removeDemoTraces } from '../databases/accounts/demo-traces.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

/**
 * Converts a demo installation to a real one. Everyone knew the demo administrator's public password, so nothing that
 * grants access or moves money is kept. It deletes accounts, sessions, invitations, mails and payout accounts. It
 * revokes outlet keys and ends pending payouts and refunds. The network, its events and its ledger stay.
 */
export async function leaveDemo(context: AdminContext, isSure: boolean): Promise<void> {
  const { accounts, config, print } = context;
  if (!(await hasDemoTraces(accounts))) throw new AdminError('This installation never held a demo: nothing to leave.');
  const found = await countDemoTraces(accounts);
  const what = `${found.accounts} accounts, ${found.mails} mails and ${found.messages} messages go, ${found.keys} keys of outlets end`;
  const kept =
    'customers, venues, outlets, campaigns, prices, books with their documents and all events stay; accounts that owners are paid to, payouts on their way and the letterhead do not';
  if (!isSure) {
    print(`${capital(what)}; ${kept}.`);
    print(
      'Nothing was changed. Stop the server, make a copy of the data if you want one, and say it again with --yes.',
    );
    return;
  }
  await insertWithAudit(asCommandLine(context), async ({ tx, nowMs, note }) => {
    await removeDemoTraces(tx, nowMs);
    await note({ action: 'installation.left-demo', subject: 'demo', detail: found });
  });
  rmSync(join(config.dataDir, 'demo-keys.json'), { force: true });
  print(`${capital(what.replace(' go,', ' are gone,').replace(/ end$/, ' have ended'))}; ${kept}.`);
  print('Next: npm run admin -- create-admin, then start with NODE_ENV=production.');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
