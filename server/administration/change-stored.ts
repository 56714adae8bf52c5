import type { Transaction } from 'kysely';
import { type AuditEntry, takeAuditTurn, writeAudit } from '../audit/write-audit.ts';
import { isPostgres } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import type { ChangeContext } from './change-context.ts';

type Tx = Transaction<AccountsSchema>;

/** What is administered row by row, as messages call it. Each state of a row has an instant of its own, `updated_at`; a key has none. */
const THINGS = {
  ...{ customers: 'customer', venues: 'venue', outlets: 'outlet', users: 'account' },
  ...{ campaigns: 'campaign', flights: 'flight', access_keys: 'key' },
} as const;
type Table = keyof typeof THINGS;

/** A row as whoever changes it has read it; without a version whatever state it is in. */
export type Claim = { readonly id: string; readonly version?: number | undefined };

export type ChangeTurn<Row> = {
  readonly tx: Tx;
  readonly stored: Row;
  readonly nowMs: number;
  /** What the row's state will be called. */
  readonly version: number;
};

/** What the audit log keeps of a change. */
export type Noted = Pick<AuditEntry, 'action' | 'subject' | 'detail'> & {
  /** Something about the row was done, such as a mail sent, that leaves it in the state it was in. */
  readonly leavesRow?: true;
};

type Stored<Row> = {
  readonly table: Table;
  readonly claim: Claim;
  readonly read: (tx: Tx, id: string) => Promise<Row | undefined>;
};

/**
 * The way in which administrators change what is stored: one transaction in which the row is read and compared with the state
 * that was looked at, changed, given its new version and noted in the audit log (docs/threat-model.md#g5, #g6). Of two who read the
 * same state only the first may change it. `change` answers null where nothing differs: then nothing is written and the version stays.
 */
export async function changeStored<Row extends { readonly id: string; readonly updated_at?: number }>(
  { accounts, now, author }: ChangeContext,
  { table, claim, read }: Stored<Row>,
  change: (turn: ChangeTurn<Row>) => Promise<Noted | null>,
): Promise<void> {
  const thing = THINGS[table];
  await accounts.transaction().execute(async (tx) => {
    await holdRow(tx, table, claim.id);
    const stored = await read(tx, claim.id);
    if (stored === undefined) throw new AppError('not-found', `There is no such ${thing}.`);
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
 * The second of two waits before it reads, so that it is told who was faster and not what the store refuses: a place that lies
 * over another, an address that is taken. From then on nobody else changes the row. Accounts are changed in turn, since each
 * looks at others; the turn comes before the row, as it does for whoever changes many.
 */
async function holdRow(tx: Tx, table: Table, id: string): Promise<void> {
  if (table === 'users') await takeAuditTurn(tx);
  // The embedded store lets one writer in at a time.
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
  new AppError(
    'conflict',
    `Somebody changed this ${thing} since you opened it. Look at it as it is now, then change it again.`,
  );

/** What differs, as the audit log keeps a change: by field, before and after. */
export type Diff = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

export function changedFields<Fields extends Readonly<Record<string, unknown>>>(before: Fields, after: Fields): Diff {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]));
}

export const isEmpty = (diff: Diff): boolean => Object.keys(diff).length === 0;
