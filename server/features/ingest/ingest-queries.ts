import { PostgresAdapter, sql } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { gatherTurn } from '../../lib/gather-turn.ts';
import { inGroups } from '../../lib/in-groups.ts';

export type AccessKeyRow = {
  id: string;
  outlet_id: string | null;
  customer_id: string | null;
  revoked_at: number | null;
  last_used_at: number | null;
  expires_at: number | null;
};

/** Outlets call with one event each: the keys of one moment are one question. */
const askedOf = new WeakMap<AccountsDb, (keyHash: string) => Promise<AccessKeyRow | undefined>>();

export function findAccessKey(accounts: AccountsDb, keyHash: string): Promise<AccessKeyRow | undefined> {
  let ask = askedOf.get(accounts);
  if (ask === undefined) {
    ask = gatherTurn((keyHashes) => findAccessKeys(accounts, keyHashes));
    askedOf.set(accounts, ask);
  }
  return ask(keyHash);
}

async function findAccessKeys(
  accounts: AccountsDb,
  keyHashes: readonly string[],
): Promise<(AccessKeyRow | undefined)[]> {
  const found = await inGroups(keyHashes, (some) =>
    accounts
      .selectFrom('access_keys')
      .select(['key_hash', 'id', 'outlet_id', 'customer_id', 'revoked_at', 'last_used_at', 'expires_at'])
      .where('key_hash', 'in', some)
      .execute(),
  );
  const byHash = new Map(found.map(({ key_hash, ...row }) => [key_hash, row]));
  return keyHashes.map((keyHash) => byHash.get(keyHash));
}

export async function recordKeyUse(accounts: AccountsDb, id: string, atMs: number): Promise<void> {
  await accounts.updateTable('access_keys').set({ last_used_at: atMs }).where('id', '=', id).execute();
}

/** Outlets whose rows are to be changed, locked in one order, so that two processes never wait for each other in a ring. */
export async function lockOutlets(tx: AccountsDb, outletKeys: readonly number[]): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await tx.selectFrom('outlets').select('key').where('key', 'in', outletKeys).orderBy('key').forNoKeyUpdate().execute();
}

/** Sets each outlet's newest contact (epoch ms) in one statement; an older contact changes nothing. */
export async function recordContacts(accounts: AccountsDb, contacts: ReadonlyMap<number, number>): Promise<void> {
  const pairs = [...contacts].map(([key, at]) => sql`(cast(${key} as integer), cast(${at} as bigint))`);
  // Both engines name the columns of VALUES column1 and column2.
  await sql`
    update outlets set last_seen_at = contact.column2
      from (values ${sql.join(pairs)}) as contact
     where outlets.key = contact.column1
       and (outlets.last_seen_at is null or outlets.last_seen_at < contact.column2)`.execute(accounts);
}

/** Of any outlet; null before the first. */
export async function findNewestContact(accounts: AccountsDb): Promise<number | null> {
  const row = await accounts
    .selectFrom('outlets')
    .select((eb) => eb.fn.max('last_seen_at').as('newest'))
    .executeTakeFirst();
  return row?.newest ?? null;
}
