import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * Reads two versions. `version` changes whenever any process changes cached network data
 * (`databases/accounts/network-triggers.ts`). `eventChanges` is the number of the newest change to the events store.
 * One query reads both, because every report needs both.
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
