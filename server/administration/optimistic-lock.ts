import type { Transaction } from 'kysely';
import { capitalized } from '#domain/capitalized.ts';
import { type AuditEntry, takeAuditTurn, writeAudit } from '../audit/write-audit.ts';
import { isPostgres } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import type { ChangeContext } from './change-context.ts';

type Tx = Transaction<AccountsSchema>;

/**
 * The tables whose rows administrators change, with the noun for messages. `updated_at` is the optimistic-lock version.
 * Access keys have no version.
 */
const THINGS = {
  customers: 'customer',
  venues: 'venue',
  outlets: 'outlet',
  users: 'account',
  campaigns: 'campaign',
  flights: 'flight',
  access_keys: 'access key',
} as const;
type Table = keyof typeof THINGS;

/** The row version that the client read. Without `version`, the update accepts any version. */
export type RowVersion = { readonly id: string; readonly version?: number | undefined };

export type UpdateContext<Row> = {
  readonly tx: Tx;
  readonly stored: Row;
  readonly nowMs: number;
  /** The row's new `updated_at`. */
  readonly version: number;
};

/** The audit entry of a change. */
export type Noted = Pick<AuditEntry, 'action' | 'subject' | 'detail'> & {
  /** Set if the action does not change the row, such as sending a mail about it. */
  readonly leavesRow?: true;
};

type Stored<Row> = {
  readonly table: Table;
  readonly claim: RowVersion;
  readonly read: (tx: Tx, id: string) => Promise<Row | undefined>;
};

/**
 * Updates a row with optimistic locking, in one transaction (docs/threat-model.md#g5, #g6):
 * 1. Lock the row and read it.
 * 2. Compare its version with the version that the client read. If two clients read the same version, only the first
 * update succeeds.
 * 3. Apply `change`. If `change` returns null, nothing differs: nothing is written, and the row keeps its version.
 * 4. Store the new version and the audit entry.
 */
export async function updateWithVersion<Row extends { readonly id: string; readonly updated_at?: number }>(
  { accounts, now, author }: ChangeContext,
  { table, claim, read }: Stored<Row>,
  change: (turn: UpdateContext<Row>) => Promise<Noted | null>,
): Promise<void> {
  const thing = THINGS[table];
  await accounts.transaction().execute(async (tx) => {
    await holdRow(tx, table, claim.id);
    const stored = await read(tx, claim.id);
    if (stored === undefined) throw new AppError('not-found', `${capitalized(thing)} not found.`);
    if (claim.version !== undefined && claim.version !== stored.updated_at) throw outrun(thing);
    const nowMs = now();
    const version = Math.max(nowMs, (stored.updated_at ?? 0) + 1);
    const noted = await change({ tx, stored, nowMs, version });
    if (noted === null) return;
    const { leavesRow = false, ...entry } = noted;
    if (!leavesRow && table !== 'access_keys') await giveVersion(tx, table, stored.id, { version, author });
    await writeAudit(tx, { ...author, at: nowMs, ...entry });
  });
}

/**
 * Locks the row before the transaction reads it, so that the second of two updates fails with a version conflict.
 * Otherwise, the second update would violate a constraint, such as a constraint against overlapping places or taken
 * addresses. For accounts, takes the audit lock first to serialize changes, because each change checks other accounts.
 * The order is audit lock, then row lock, as in bulk changes.
 */
async function holdRow(tx: Tx, table: Table, id: string): Promise<void> {
  if (table === 'users') await takeAuditTurn(tx);
  // The embedded store allows only one writer, so it needs no row lock.
  if (isPostgres(tx)) await tx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

async function giveVersion(
  tx: Tx,
  table: Exclude<Table, 'access_keys'>,
  id: string,
  { version, author }: { readonly version: number; readonly author: ChangeContext['author'] },
): Promise<void> {
  const by = table === 'users' ? { updated_by_id: author.actorId } : {};
  await tx
    .updateTable(table)
    .set({ updated_at: version, ...by })
    .where('id', '=', id)
    .execute();
}

const outrun = (thing: string) =>
  new AppError('conflict', `This ${thing} was changed since you opened it. Reload it, then make your change again.`);

/** Changed fields for the audit log, with the value before and after. */
export type Diff = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

export function changedFields<Fields extends Readonly<Record<string, unknown>>>(before: Fields, after: Fields): Diff {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]));
}

export const isEmpty = (diff: Diff): boolean => Object.keys(diff).length === 0;
