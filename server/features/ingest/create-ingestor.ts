import type { EventResult } from '#contract/ingest.ts';
import { defaultShareAt } from '#domain/default-share.ts';
import { rulesAt } from '#domain/judging-rules.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import {
  type EventsDb,
  EventsUnavailableError,
  followSlot,
  type KnownEvent,
  NothingStoredError,
  type WantedEvent,
  type WantedFollow,
} from '#event-store/event-store.ts';
import { isShared } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IngestKey, Ingestor, UnreadBatch } from '../../ingestor.ts';
import { batchPerTick } from '../../lib/batch-per-tick.ts';
import type { Budgets } from '../../plays/budgets.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import type { OpenPlays } from '../../plays/open-plays.ts';
import { createPlayKeys } from '../../plays/play-keys.ts';
import { createVisitorGate, type VisitorGate } from '../../visitors/visitor-gate.ts';
import { createBudgets } from './budget/create-budgets.ts';
import { STALE_MS } from './budget/shared-budgets.ts';
import { type CandidateEvent, type CheckedBatch, checkBatch } from './check/check-batch.ts';
import { playsOfCandidates, reportedPlays, withPlaysOfViews } from './check/plays-of-candidates.ts';
import { createContactBook } from './contacts/contact-book.ts';
import { findContacts } from './contacts/outlet-contact-queries.ts';
import { recordContact, recordHeartbeats } from './contacts/record-contact.ts';
import { recordFaults } from './contacts/record-faults.ts';
import { createReadings, hasRegister, viewTimes, withEnergyNotes } from './contacts/record-readings.ts';
import { decideBatch, type UnconfirmedRows } from './decide/decide-batch.ts';
import { byId, flightKeysOf, type StoredById } from './decide/dedup-lookup.ts';
import { foundAmong, rejectRefused } from './decide/refused-rows.ts';
import type { StoredRow } from './decide/stored-row.ts';
import {
  applyInvalidReasons,
  laterReasons,
  singleEventReasons,
  toReserve,
} from './invalid-traffic/apply-invalid-reasons.ts';
import { applyRateRules, readRecentViews } from './invalid-traffic/apply-rate-rules.ts';
import { findBackfilledViews } from './invalid-traffic/backfilled-views.ts';
import { createDataCentres, type DataCentres } from './invalid-traffic/data-centers.ts';
import { createKeyAddresses } from './invalid-traffic/key-addresses.ts';
import { createPatternRules } from './invalid-traffic/pattern-rules.ts';
import { createRateRules } from './invalid-traffic/rate-rules.ts';
import { createAdmission } from './receive/admission.ts';
import { createBatcher } from './receive/batcher.ts';
import { type DecideContext, decideTogether, type PendingBatch } from './receive/decide-together.ts';
import { createInFlightIds } from './receive/in-flight-ids.ts';
import { createOutletLocks } from './receive/outlet-locks.ts';
import { storeUnavailable } from './receive/store-unavailable.ts';
import { createInsertBatcher } from './store/insert-batcher.ts';
import { createEventPublisher } from './store/publish-events.ts';

const LOOKUP_ENOUGH = 1_000;
const LOOKUP_MOST = 20_000;

type IngestorDependencies = Pick<Dependencies, 'config' | 'accounts' | 'live' | 'network' | 'now'> & {
  /** The store that the ingestor writes to. */
  readonly events: EventsDb;
  /** Whether several processes store events. By default, true if both stores are servers. */
  readonly shared?: boolean;
  /** By default, the ingestor creates a gate. */
  readonly gate?: Pick<VisitorGate, 'insert'>;
  /** By default, read from the file that the operator configured. */
  readonly dataCentres?: DataCentres;
  /** By default, a clock that is never wrong. */
  readonly clock?: Pick<Dependencies['clock'], 'isWrong'>;
  /** By default, the ingestor creates budgets. The play server leases parts of them. */
  readonly budgets?: Budgets;
  /** Plays are released here once they are reported. The play server counts plays that are not reported yet. */
  readonly openPlays?: Pick<OpenPlays, 'release'>;
};
type Lookup = { readonly ids: readonly WantedEvent[]; readonly follows: readonly WantedFollow[] };
type Found = { readonly stored: StoredById; readonly followers: readonly KnownEvent[] };

/**
 * Stores each event of a batch exactly once (docs/decisions.md#ingestion, docs/threat-model.md#f3, #f4):
 * 1. `receive/` limits the events in progress and parses them. After step 2, it locks their outlets and ids.
 * 2. `check/` validates each event, finds its outlet and owner, and reads its play token.
 * 3. `decide/` compares ids with stored events, then accepts, rejects or prices each event.
 * 4. `invalid-traffic/` finds events that earn nothing. Then `budget/` reserves the price of the other events.
 * 5. `store/` inserts the rows by group commit and publishes the events.
 * 6. `contacts/` records outlet contacts, faults and energy readings. Only then is the batch acknowledged.
 */
export function createIngestor({
  config,
  accounts,
  events,
  live,
  network,
  now,
  ...options
}: IngestorDependencies): Ingestor {
  const shared = options.shared ?? isShared(config);
  const gate = options.gate ?? createVisitorGate({ accounts, config, now, shared: shared ? events : null });
  const inFlight = createInFlightIds();
  const contacts = createContactBook(accounts);
  const dayOf = createDayFinder();
  const lookup = createBatcher<Lookup, Found>({
    sizeOf: ({ ids, follows }) => ids.length + follows.length,
    enough: LOOKUP_ENOUGH,
    largest: LOOKUP_MOST,
    gatherMs: 0,
    runGroup: async (jobs) => {
      const [stored, followers] = await Promise.all([
        events.findEvents(jobs.flatMap(({ ids }) => ids)),
        events.findFollowers(jobs.flatMap(({ follows }) => follows)),
      ]);
      const found = { stored: byId(stored), followers };
      return jobs.map(() => found);
    },
  });
  const locks = shared
    ? createOutletLocks({ accounts, events }, (works: readonly PendingBatch[]) => decideTogether(works, decideBatches))
    : null;
  const budgets = options.budgets ?? createBudgets({ config, accounts, events, now, shared });
  const dataCentres = options.dataCentres ?? createDataCentres(config.dataCentreRanges, now);
  const rateRules = createRateRules({ events, now, shared });
  const addresses = createKeyAddresses(now);
  const patterns = createPatternRules({ accounts, events, now, shared });
  const playKeys = createPlayKeys({ accounts, config, network, now });
  const publisher = createEventPublisher(live, !shared && config.clickhouseUrl === null);
  const insertRows = (rows: readonly StoredRow[]): Promise<void> =>
    locks === null
      ? gate.insert(rows, (passed) => events.insert(passed), null)
      : locks.insert((fence, tx) => gate.insert(rows, (passed) => events.insert(passed, fence), tx));
  const batcher = createInsertBatcher({
    insert: insertRows,
    onStored: publisher.stored,
    onForgotten: returnUnstored,
    ...(shared ? { doubtMs: STALE_MS / 2 } : {}),
  });
  const readings = createReadings({ accounts, events, store: (rows) => batcher.store(rows), dayOf, config });
  const admission = createAdmission(config.ingestQueueEvents);
  const currentNetwork = batchPerTick<undefined, Awaited<ReturnType<typeof network.current>>>(async (callers) => {
    const current = await network.current();
    return callers.map(() => current);
  });

  /**
   * Returns the budget of rows that are not in the store and never will be. If the store is unavailable, the budget
   * stays reserved.
   */
  async function returnUnstored(rows: readonly StoredRow[]): Promise<void> {
    const stored = byId(await events.findEvents(rows));
    await budgets.returnUnused(rows.filter(({ eventId }) => !stored.has(eventId)));
  }

  /**
   * Returns the unconfirmed rows whose budget is still reserved, or that need none. The other events are decided again,
   * because another process has already decided them.
   */
  async function unconfirmedWithBudget(candidates: readonly CandidateEvent[]): Promise<UnconfirmedRows> {
    // There are almost never any unconfirmed rows, and a full batch must not look up each of its events for nothing.
    if (batcher.unconfirmed.isEmpty()) return batcher.unconfirmed;
    const { row, follower } = batcher.unconfirmed;
    const rows = candidates.flatMap((candidate) => [
      row(candidate.eventId),
      row(candidate.viewId),
      follower(candidate),
    ]);
    const lapsed = await budgets.lapsed([...new Set(rows.filter((one) => one !== undefined))]);
    if (lapsed.size === 0) return batcher.unconfirmed;
    const unlessLapsed = (one: StoredRow | undefined) => (one && lapsed.has(one.eventId) ? undefined : one);
    return { row: (id) => unlessLapsed(row(id)), follower: (follow) => unlessLapsed(follower(follow)) };
  }

  /**
   * Stores rows. If none was stored, returns their budget, because a retry decides the events again and would reserve
   * the budget twice.
   */
  async function store(rows: readonly StoredRow[], returnUnused: () => Promise<void>): Promise<ReadonlySet<bigint>> {
    try {
      return await batcher.store(rows);
    } catch (error) {
      // If this fails, a later recount corrects the reservation that remains.
      if (error instanceof Error && error.cause instanceof NothingStoredError)
        await returnUnused().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Decides and stores batches, in the stages listed at `createIngestor`. If a stage fails, the traffic rules forget
   * these events.
   */
  async function decideBatches(
    batches: readonly CheckedBatch[],
    context: DecideContext,
  ): Promise<readonly EventResult[]> {
    const work = await prepare(batches, context);
    // Only one click on a view can be the first, so a second click waits, like a second event with the same id.
    const ids = work.candidates.map(({ eventId }) => eventId);
    const release = await inFlight.lock([...ids, ...work.follows.map(followSlot)], work.views);
    const rollbacks: (() => void)[] = [];
    try {
      const known = await lookUp(work);
      const decided = await decide(work, known);
      const traffic = await judgeTraffic(work, known, decided, rollbacks);
      const reserved = await reserve(work, known, decided, traffic);
      const refused = await storeReserved(reserved);
      return await finish(work, known, traffic, reserved, refused);
    } catch (error) {
      for (const rollback of rollbacks) rollback();
      throw error instanceof EventsUnavailableError ? storeUnavailable(error) : error;
    } finally {
      release();
    }
  }

  /** Reads play tokens and energy, which requires no stored events. */
  async function prepare(batches: readonly CheckedBatch[], context: DecideContext) {
    const { snapshot } = context;
    const keys = () => playKeys.of(snapshot);
    const all = batches.flatMap((batch) => batch.candidates);
    const { candidates: signed, plays } = await playsOfCandidates(all, snapshot.catalog, keys);
    const candidates = readings.judgeViews(signed);
    const follows = candidates
      .filter(({ kind }) => kind !== 'view')
      .map(({ viewId, kind, located }) => ({ viewId, kind, outletKey: located.outlet.key }));
    return { batches, context, keys, candidates, plays, follows, views: follows.map(({ viewId }) => viewId) };
  }
  type Work = Awaited<ReturnType<typeof prepare>>;

  /**
   * Looks up stored events with the same ids, the views they name, and the events that the traffic rules compare with.
   */
  async function lookUp({ candidates, context, follows, keys, plays: ownPlays, views }: Work) {
    const { nowMs, rules, snapshot } = context;
    const { catalog } = snapshot;
    const wanted = candidates.map(({ eventId, located }) => ({ eventId, outletKey: located.outlet.key }));
    const wantedViews = follows.map(({ viewId, outletKey }) => ({ eventId: viewId, outletKey }));
    const [{ stored, followers }, near, backfilled] = await Promise.all([
      lookup.run({ ids: [...wanted, ...wantedViews], follows }),
      readRecentViews(rateRules, candidates, { rules, catalog, keys }),
      findBackfilledViews(accounts, candidates, { nowMs, withinHours: rules.backfillHours }),
      patterns.refresh(),
    ]);
    const unconfirmed = await unconfirmedWithBudget(candidates);
    const storedView = ({ viewId, located }: CandidateEvent) =>
      unconfirmed.row(viewId) ?? stored.get(viewId)?.find(({ outletKey }) => outletKey === located.outlet.key);
    const plays = await withPlaysOfViews(candidates, ownPlays, storedView, keys);
    await catalog.load({ flightKeys: flightKeysOf(views, stored, unconfirmed) });
    return { stored, followers, near, backfilled, unconfirmed, plays };
  }
  type Known = Awaited<ReturnType<typeof lookUp>>;

  /** Accepts, rejects or prices each event. */
  const decide = ({ candidates, context }: Work, { backfilled, followers, plays, stored, unconfirmed }: Known) =>
    decideBatch(candidates, {
      catalog: context.snapshot.catalog,
      stored,
      followers,
      nowMs: context.nowMs,
      unconfirmed,
      shared,
      dayOf,
      defaultShareAt: (atMs) => defaultShareAt(config, atMs),
      energyMilliWhPerView: config.energyMilliWhPerView,
      countUnsigned: config.unsignedViews === 'count',
      plays,
      backfilled,
    });
  type Decided = Awaited<ReturnType<typeof decide>>;

  /**
   * Finds the events that earn nothing. The rules remember the other events; `rollbacks` makes the rules forget these
   * events.
   */
  async function judgeTraffic(
    { batches, candidates, context: { rules, snapshot } }: Work,
    { near }: Known,
    { rows }: Decided,
    rollbacks: (() => void)[],
  ) {
    const lastContacts = await contactsOf(candidates, rules.silentMinutes !== null);
    const single = singleEventReasons(batches, rules, lastContacts);
    const pattern = patterns.judge({ candidates, rows, rules, alone: single });
    rollbacks.push(() => pattern.settle(() => false));
    const alone = pattern.reasons;
    const parts = { candidates, rows, alone, rules, catalog: snapshot.catalog, stored: near };
    const rate = applyRateRules(rateRules, parts);
    rollbacks.push(() => rate.forget(() => true));
    return { pattern, rate, later: laterReasons(rows, alone, rate.reasons) };
  }
  type Traffic = Awaited<ReturnType<typeof judgeTraffic>>;

  /** Reserves the price of the events that earn, and determines the result of each event. */
  async function reserve(
    { candidates, context: { snapshot } }: Work,
    { plays }: Known,
    decided: Decided,
    { later }: Traffic,
  ) {
    const terms = termsIn(snapshot, config.networkTimeZone);
    const reservation = await budgets.reserve(toReserve(decided.rows, later), terms, plays);
    return { reservation, ...applyInvalidReasons(candidates, decided, { ...reservation, later }) };
  }
  type Reserved = Awaited<ReturnType<typeof reserve>>;

  /**
   * Stores the rows and returns the budget of rows that were refused or earn nothing after all. Returns the ids of the
   * refused rows.
   */
  async function storeReserved({ released, reservation, rows, toRetry }: Reserved): Promise<ReadonlySet<bigint>> {
    const releasedIds = new Set(released.map(({ eventId }) => eventId));
    const held = rows.filter(({ eventId }) => !releasedIds.has(eventId));
    const returnAll = () => reservation.settle([...held, ...released]);
    const refused =
      rows.length + toRetry.length > 0 ? await store([...toRetry, ...rows], returnAll) : new Set<bigint>();
    const isRefused = ({ eventId }: StoredRow) => refused.has(eventId);
    await reservation.settle([...held.filter(isRefused), ...released]);
    await budgets.returnUnused(toRetry.filter(isRefused));
    return refused;
  }

  /** Reports the stored events to the traffic rules, subscribers, open plays and energy readings. */
  async function finish(
    { batches, candidates, context: { nowMs } }: Work,
    { stored }: Known,
    { pattern, rate }: Traffic,
    { reservation: { held: waiting, overBudget }, results: decidedResults, rows, toRetry }: Reserved,
    refused: ReadonlySet<bigint>,
  ): Promise<readonly EventResult[]> {
    pattern.settle((id) => !refused.has(id) && !waiting.has(id));
    await publisher.found(foundAmong(candidates, stored));
    if (refused.size + overBudget.size + waiting.size > 0)
      rate.forget((id) => refused.has(id) || overBudget.has(id) || waiting.has(id));
    const results = refused.size === 0 ? decidedResults : rejectRefused(candidates, decidedResults, refused);
    await options.openPlays?.release(reportedPlays(candidates, results, stored));
    await readings.record({ batches, candidates, results, viewAt: viewTimes([...rows, ...toRetry], stored), nowMs });
    return results;
  }

  /** Queries contacts only if the silence rule is on, so that other batches avoid the cost. */
  async function contactsOf(
    candidates: readonly CandidateEvent[],
    isAsked: boolean,
  ): Promise<ReadonlyMap<number, number>> {
    if (!isAsked) return new Map();
    return findContacts(accounts, [...new Set(candidates.map(({ located }) => located.outlet.key))]);
  }

  /** Decides a batch. If other processes store events too, locks its outlets until it is stored. */
  async function decideWithLocks(checked: CheckedBatch, context: DecideContext) {
    const { candidates, heartbeats } = checked;
    if (locks === null) return decideBatches([checked], context);
    const outletKeys = [...new Set([...candidates, ...heartbeats].map(({ located }) => located.outlet.key))];
    return locks.run({ outletKeys, events: candidates.length, work: { batch: checked, context } });
  }

  /** Calls `read` here and does not keep its result, so that the raw events are freed before the wait for the store. */
  async function take(read: UnreadBatch['read'], key: IngestKey): Promise<EventResult[]> {
    const nowMs = now();
    const { snapshot } = await currentNetwork(undefined);
    const { catalog } = snapshot;
    const rules = rulesAt(await snapshot.trafficRules(), nowMs);
    await dataCentres.refresh();
    const checked = await checkBatch(read(), key, catalog, {
      nowMs,
      isClockWrong: options.clock?.isWrong() ?? false,
      storeFullIps: config.storeFullIps,
      isDataCentre: rules.dataCentre ? dataCentres.has : () => false,
      isSpread: rules.patterns.many_addresses !== 'off' && addresses.isSpread(key),
    });
    const [decided, alive, faults] = await Promise.all([
      checked.candidates.length > 0 || hasRegister(checked) ? decideWithLocks(checked, { snapshot, rules, nowMs }) : [],
      recordHeartbeats(checked.heartbeats, contacts, nowMs),
      recordFaults(checked.faults, { accounts, contacts, nowMs }),
    ]);
    await recordContact(checked, decided, contacts, nowMs);
    const results = [...checked.rejected, ...decided, ...alive, ...faults];
    return withEnergyNotes(results, checked, readings).sort((left, right) => left.index - right.index);
  }

  return {
    accept: (batch, key) => {
      const { atMost, read } = isUnread(batch) ? batch : { atMost: batch.length, read: () => batch };
      return admission.admit(atMost, () => take(read, key));
    },
    close: async () => {
      const admitted = admission.close();
      await (locks?.close(admitted) ?? admitted);
      await contacts.close();
      await patterns.close();
    },
  };
}

const isUnread = (batch: readonly unknown[] | UnreadBatch): batch is UnreadBatch => 'read' in batch;
