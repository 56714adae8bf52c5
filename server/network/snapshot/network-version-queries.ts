import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * `version` changes whenever something does that is kept of the network (`databases/accounts/network-columns.ts`), whoever
 * changed it. `eventChanges` is the number of the newest change of the events store, read with it because every question needs both.
 */
export async function readNetworkVersion(
  accounts: AccountsDb,
): Promise<{ readonly version: string; readonly eventChanges: number }> {
  const rows = await accounts
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['network_version', 'event_changes'])
    .execute();
  const textOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  return { version: textOf('network_version') ?? '', eventChanges: Number(textOf('event_changes') ?? 0) };
}
