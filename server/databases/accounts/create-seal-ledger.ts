import { type RawBuilder, sql } from 'kysely';
import type { Archive, ArchivedWeek, Seal, SealedWeek } from '#event-store/event-store.ts';
import { archiveOf, LeaseLostError, NOTHING_SEALED, type RawLoss, type SealLedger } from '#event-store/operations.ts';
import { repeatable } from '#event-store/retry-steps.ts';
import type { AccountsDb } from './accounts-db.ts';
import type { RawLossTable } from './seal-tables.ts';
import { storeTime } from './store-time.ts';

const ONLY_ROW = 1;
/**
 * How long the lease lasts. The holder renews it continuously (`hold-lease.ts`). If the holder is killed or frozen, the
 * lease expires within this time.
 */
const LEASE_MS = 30_000;
/**
 * Age after which an insert counts as ended. The server aborts an insert after 610 s, so the process that began an
 * older insert is gone.
 */
const LONGEST_INSERT_MS = 1_800_000;
const UNDER_WAY = 0;
const ENDED = 1;
const TAKEN = 2;

/**
 * Creates the seal ledger in the accounts store, so that several API processes agree. With `shared`, processes share an
 * events server, so the ledger respects the leases and inserts of other processes. An embedded store has one process,
 * and a killed process must not prevent its successor from sealing.
 */
export function createSealLedger(accounts: AccountsDb, shared = false): SealLedger {
  const parseWeeks = createParser(weeksIn);
  const parseArchive = createParser(archiveIn);
  // Use one clock for all processes, because their own clocks may differ by more than a lease.
  const clock = (): RawBuilder<number> => storeTime(accounts, Date.now);
  const leaseEnd = () => sql<number>`${clock()} + ${sql.lit(LEASE_MS)}`;

  async function current(): Promise<Seal> {
    const row = await accounts.selectFrom('event_seals').selectAll().where('id', '=', ONLY_ROW).executeTakeFirst();
    const archive = parseArchive(row?.archived ?? '{}');
    if (!row || row.generation === 0) return { ...NOTHING_SEALED, archive };
    const watermark = new Date(row.watermark_at).toISOString().slice(0, 10);
    return { generation: row.generation, watermark, weeks: parseWeeks(row.weeks), archive };
  }

  const endInserts = (sinceBefore: number | RawBuilder<number>) =>
    repeatable(() =>
      accounts
        .updateTable('late_marks')
        .set({ state: ENDED })
        .where('state', '=', UNDER_WAY)
        .where('since_at', '<', sinceBefore)
        .execute(),
    );

  const mark = (weeks: readonly string[], state: number) =>
    accounts
      .insertInto('late_marks')
      .values(weeks.map((week) => ({ week, state, since_at: clock() })))
      .returning(['id', 'week'])
      .execute();

  return {
    current,
    ...createRawLosses(accounts),
    async beginProcess() {
      if (!shared) await endInserts(Number.MAX_SAFE_INTEGER);
    },
    beginInsert: (weeks) => mark(weeks, UNDER_WAY),
    async endInsert(marks, isKnown) {
      if (!isKnown && shared) return;
      const ids = marks.map(({ id }) => id);
      // Keep one ended mark per week. Thousands of marks would have the same meaning, and every query would have to
      // scan them.
      const { numDeletedRows } = await accounts
        .deleteFrom('late_marks')
        .where('id', 'in', ids)
        .where('state', '=', UNDER_WAY)
        .where('week', 'in', (ended) =>
          ended.selectFrom('late_marks as other').select('other.week').where('other.state', '=', ENDED),
        )
        .executeTakeFirst();
      const left = ids.length - Number(numDeletedRows);
      if (left === 0) return;
      const { numUpdatedRows } = await accounts
        .updateTable('late_marks')
        .set({ state: ENDED })
        .where('id', 'in', ids)
        .where('state', '=', UNDER_WAY)
        .executeTakeFirst();
      // The insert took so long that its mark was treated as abandoned. The week may have been summed without its rows,
      // so mark the week again.
      if (Number(numUpdatedRows) < left) {
        await mark(
          marks.map(({ week }) => week),
          ENDED,
        );
      }
    },
    async takeLease(run) {
      let take = accounts
        .updateTable('seal_lease')
        .set({ holder: run, until_at: leaseEnd() })
        .where('id', '=', ONLY_ROW);
      // If the response to the first attempt was lost, this run already holds the lease.
      if (shared) take = take.where((is) => is.or([is('until_at', '<=', clock()), is('holder', '=', run)]));
      return (await repeatable(() => take.executeTakeFirst())).numUpdatedRows === 1n;
    },
    async prolongLease(run) {
      await repeatable(() => holdLease(accounts, run, leaseEnd()));
    },
    async releaseLease(run) {
      await repeatable(() =>
        accounts.updateTable('seal_lease').set({ until_at: 0 }).where('holder', '=', run).execute(),
      );
    },
    async nextNumber() {
      // A number whose response was lost is never used.
      const { last } = await repeatable(() =>
        accounts
          .updateTable('seal_numbers')
          .set({ last: sql<number>`last + 1` })
          .where('id', '=', ONLY_ROW)
          .returning('last')
          .executeTakeFirstOrThrow(),
      );
      return last;
    },
    async highestNumber(seen = 0) {
      const { last } = await repeatable(() =>
        accounts
          .updateTable('seal_numbers')
          .set({ last: sql<number>`case when last < ${seen} then ${seen} else last end` })
          .where('id', '=', ONLY_ROW)
          .returning('last')
          .executeTakeFirstOrThrow(),
      );
      return last;
    },
    async numbersInUse(sinceMs) {
      await repeatable(() => accounts.deleteFrom('retired_seals').where('retired_at', '<', sinceMs).execute());
      const [seal, retired, losses] = await Promise.all([
        current(),
        accounts.selectFrom('retired_seals').select('number').execute(),
        accounts.selectFrom('raw_losses').select('seal').execute(),
      ]);
      const kept = losses.flatMap((loss) => (loss.seal === null ? [] : [loss.seal]));
      return new Set([...numbersOf(seal), ...retired.map(({ number }) => number), ...kept]);
    },
    async takeMarks(run, waiting = []) {
      if (shared) await endInserts(sql<number>`${clock()} - ${sql.lit(LONGEST_INSERT_MS)}`);
      return accounts.transaction().execute(async (transaction) => {
        // A run that resumes too late must not take marks, because the next run would delete them without summing the
        // rows.
        await holdLease(transaction, run);
        await transaction.updateTable('late_marks').set({ state: TAKEN }).where('state', '=', ENDED).execute();
        // This includes marks that an interrupted run had taken.
        if (waiting.length > 0)
          await transaction
            .updateTable('late_marks')
            .set({ state: ENDED })
            .where('state', '=', TAKEN)
            .where('week', 'in', waiting)
            .execute();
        const rows = await transaction
          .selectFrom('late_marks')
          .select('week')
          .distinct()
          .where('state', '=', TAKEN)
          .orderBy('week')
          .execute();
        return rows.map(({ week }) => week);
      });
    },
    async markedWeeks() {
      const rows = await accounts.selectFrom('late_marks').select('week').distinct().orderBy('week').execute();
      return rows.map(({ week }) => week);
    },
    publish: (run, seal, nowMs) =>
      accounts.transaction().execute(async (transaction) => {
        await holdLease(transaction, run);
        const before = await createSealLedger(transaction).current();
        await publishSeal(transaction, before, seal, nowMs);
        await transaction.deleteFrom('late_marks').where('state', '=', TAKEN).execute();
      }),
    async publishedAt() {
      const row = await accounts
        .selectFrom('event_seals')
        .select('updated_at')
        .where('id', '=', ONLY_ROW)
        .executeTakeFirst();
      return row?.updated_at ?? 0;
    },
    publishArchived: (run, week, archived) =>
      accounts.transaction().execute(async (transaction) => {
        await holdLease(transaction, run);
        const marked = await transaction.selectFrom('late_marks').select('id').where('week', '=', week).execute();
        if (marked.length > 0) return false;
        await publishArchived(transaction, week, archived);
        return true;
      }),
    forgetMarks: (run) =>
      accounts.transaction().execute(async (transaction) => {
        await holdLease(transaction, run);
        await transaction.deleteFrom('late_marks').where('state', '=', TAKEN).execute();
      }),
  };
}

/**
 * Extends the lease, or throws `LeaseLostError`. In a transaction, this locks the lease row, so no other run can take
 * the lease before the transaction ends.
 */
async function holdLease(accounts: AccountsDb, run: string, until: RawBuilder<number> = sql`until_at`): Promise<void> {
  const { numUpdatedRows } = await accounts
    .updateTable('seal_lease')
    .set({ until_at: until })
    .where('id', '=', ONLY_ROW)
    .where('holder', '=', run)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new LeaseLostError();
}

async function publishSeal(
  accounts: AccountsDb,
  before: Seal,
  { generation, watermark, weeks }: Seal,
  nowMs: number,
): Promise<void> {
  const row = {
    generation,
    watermark_at: Date.parse(`${watermark}T00:00:00Z`),
    updated_at: nowMs,
    weeks: JSON.stringify(Object.fromEntries([...weeks].map(([week, { number, events }]) => [week, [number, events]]))),
  };
  await accounts
    .insertInto('event_seals')
    .values({ id: ONLY_ROW, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  const used = new Set(numbersOf({ generation, weeks }));
  const retired = numbersOf(before).filter((number) => !used.has(number));
  if (retired.length === 0) return;
  await accounts
    .insertInto('retired_seals')
    .values(retired.map((number) => ({ number, retired_at: nowMs })))
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute();
}

const numbersOf = ({ generation, weeks }: Pick<Seal, 'generation' | 'weeks'>): number[] => [
  generation,
  ...[...weeks.values()].map(({ number }) => number),
];

async function publishArchived(accounts: AccountsDb, week: string, archived: ArchivedWeek): Promise<void> {
  const before = await createSealLedger(accounts).current();
  const weeks = [...before.archive.weeks, [week, archived] as const];
  const text = JSON.stringify(
    Object.fromEntries(weeks.map(([of, { number, events, atMs }]) => [of, [number, events, atMs]])),
  );
  await accounts
    .insertInto('event_seals')
    .values({ id: ONLY_ROW, generation: 0, watermark_at: 0, updated_at: 0, weeks: '{}', archived: text })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ archived: text }))
    .execute();
}

function weeksIn(text: string): Seal['weeks'] {
  const entries = Object.entries(JSON.parse(text) as Record<string, [number: number, events: number]>);
  return new Map(entries.map(([week, [number, events]]): [string, SealedWeek] => [week, { number, events }]));
}

function archiveIn(text: string): Archive {
  const entries = Object.entries(JSON.parse(text) as Record<string, [number: number, events: number, atMs: number]>);
  return archiveOf(
    new Map(entries.map(([week, [number, events, atMs]]): [string, ArchivedWeek] => [week, { number, events, atMs }])),
  );
}

/** Creates a parser that caches the parsed value. Each request reads the list, which changes only once a day. */
function createParser<Value>(parse: (text: string) => Value): (text: string) => Value {
  let known: { readonly text: string; readonly value: Value } | null = null;
  return (text) => {
    if (known?.text !== text) known = { text, value: parse(text) };
    return known.value;
  };
}

/** Creates the part of the seal ledger that records lost raw rows. */
function createRawLosses(
  accounts: AccountsDb,
): Pick<SealLedger, 'losses' | 'noteLoss' | 'acceptLosses' | 'giveUpLosses' | 'endLoss'> {
  return {
    async losses() {
      return (await accounts.selectFrom('raw_losses').selectAll().orderBy('week').execute()).map(lossOf);
    },
    // Each change is a single statement, so losses noted in the meantime are not accepted or given up unseen.
    async acceptLosses(nowMs, weeks) {
      const open = accounts.updateTable('raw_losses').where('accepted_at', 'is', null);
      const asked = weeks === undefined ? open : open.where('week', 'in', weeks);
      return inOrder(await asked.set({ accepted_at: nowMs }).returningAll().execute());
    },
    async giveUpLosses(nowMs, weeks) {
      const accepted = accounts.updateTable('raw_losses').where('accepted_at', 'is not', null);
      const all = accepted.where('given_up_at', 'is', null);
      const rest = weeks === undefined ? all : all.where('week', 'in', weeks);
      return inOrder(await rest.set({ given_up_at: nowMs }).returningAll().execute());
    },
    async noteLoss({ week, sealed, expected, missing, parts, notedAt }) {
      const row = {
        seal: sealed?.number ?? null,
        sealed_until: sealed?.until ?? null,
        expected,
        missing,
        parts: JSON.stringify(parts),
        noted_at: notedAt,
        accepted_at: null,
        given_up_at: null,
      };
      await accounts
        .insertInto('raw_losses')
        .values({ week, ...row })
        .onConflict((conflict) => conflict.column('week').doUpdateSet(row))
        .execute();
    },
    async endLoss(week) {
      await accounts.deleteFrom('raw_losses').where('week', '=', week).execute();
    },
  };
}

const inOrder = (rows: readonly RawLossTable[]): RawLoss[] =>
  rows.map(lossOf).sort((one, other) => (one.week < other.week ? -1 : 1));

const lossOf = ({ sealed_until: until, seal: number, parts, ...row }: RawLossTable): RawLoss => ({
  week: row.week,
  sealed: number === null || until === null ? null : { number, until },
  expected: row.expected,
  missing: row.missing,
  parts: JSON.parse(parts) as string[],
  notedAt: row.noted_at,
  isAccepted: row.accepted_at !== null,
  isGivenUp: row.given_up_at !== null,
});
