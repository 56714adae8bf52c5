import type { EventResult } from '#contract/ingest.ts';
import { rulesAt } from '#domain/judging-rules.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import { isShared } from '../../config/config.ts';
import {
  type EventsDb,
  EventsUnavailableError,
  type KnownEvent,
  NothingStoredError,
  type WantedEvent,
  type WantedFollow,
} from '../../databases/events/events-db.ts';
import { followSlot } from '../../databases/events/follow-slot.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IngestKey, Ingestor, UnreadBatch } from '../../ingestor.ts';
import { gatherTurn } from '../../lib/gather-turn.ts';
import type { Budgets } from '../../plays/budgets.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import type { OpenPlays } from '../../plays/open-plays.ts';
import { createPlayKeys } from '../../plays/play-keys.ts';
import { createVisitorGate, type VisitorGate } from '../../visitors/visitor-gate.ts';
import { createAdmission } from './admission.ts';
import { createContactBook } from './contact-book.ts';
import { createBudgets } from './create-budgets.ts';
import { createDataCentres, type DataCentres } from './data-centres.ts';
import { createEventClaims } from './event-claims.ts';
import { type Draft, type Examined, examineBatch } from './examine-batch.ts';
import { createGroupRunner } from './group-runner.ts';
import { findContacts } from './ingest-queries.ts';
import { createInsertBatcher } from './insert-batcher.ts';
import { judgePaces, lookAtPaces } from './judge-paces.ts';
import { createPatternJudge } from './judge-patterns.ts';
import { aloneReasons, judgeSettled, laterReasons, toReserve } from './judge-settled.ts';
import { createKeyAddresses } from './key-addresses.ts';
import { findBackfilled } from './late-views.ts';
import { createOutletLocks } from './outlet-locks.ts';
import { createPaceBook } from './pace-book.ts';
import { playsOfDrafts, reportedPlays, withPlaysOfViews } from './plays-of-drafts.ts';
import { recordContact, recordHeartbeats } from './record-contact.ts';
import { recordFaults } from './record-faults.ts';
import { createReadings, hasRegister, viewTimes, withEnergyNotes } from './record-readings.ts';
import { foundAmong, rejectRefused } from './refused-rows.ts';
import { settleBatch } from './settle-batch.ts';
import { type Judging, type Settling, settleTogether } from './settle-together.ts';
import type { SettledRow } from './settled-row.ts';
import { STALE_MS } from './shared-budgets.ts';
import { storeUnavailable } from './store-unavailable.ts';
import { byId, flightKeysOf, type StoredById } from './stored-by-id.ts';
import { createEventTeller } from './tell-of-events.ts';

const LOOKUP_ENOUGH = 1_000;
const LOOKUP_MOST = 20_000;

type IngestorDependencies = Pick<Dependencies, 'config' | 'accounts' | 'live' | 'network' | 'now'> & {
  /** The one who writes to it. */
  readonly events: EventsDb;
  /** Several processes may store: by default where both stores are servers. */
  readonly shared?: boolean;
  /** By default one of its own. */
  readonly gate?: Pick<VisitorGate, 'insert'>;
  /** By default those of the operator's file, read here. */
  readonly dataCentres?: DataCentres;
  /** By default a clock that is right. */
  readonly clock?: Pick<Dependencies['clock'], 'isWrong'>;
  /** By default its own; what serves plays keeps parts of them. */
  readonly budgets?: Budgets;
  /** What serves plays counts those that nobody reported. */
  readonly openPlays?: Pick<OpenPlays, 'release'>;
};
type Lookup = { readonly ids: readonly WantedEvent[]; readonly follows: readonly WantedFollow[] };
type Found = { readonly stored: StoredById; readonly followers: readonly KnownEvent[] };

/**
 * Takes batches of outlets into the events store, each event exactly once: ids in progress are claimed, ids in the store
 * looked up, new rows stored by group commit, and only then acknowledged (docs/decisions.md#ingestion, docs/threat-model.md#f3, #f4).
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
  const gate = options.gate ?? createVisitorGate({ accounts, config, now, shared });
  const claims = createEventClaims();
  const contacts = createContactBook(accounts);
  const dayOf = createDayFinder();
  const lookup = createGroupRunner<Lookup, Found>({
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
    ? createOutletLocks(accounts, (works: readonly Settling[]) => settleTogether(works, settleDrafts))
    : null;
  const budgets = options.budgets ?? createBudgets({ config, accounts, events, now, shared });
  const dataCentres = options.dataCentres ?? createDataCentres(config.dataCentreRanges, now);
  const paces = createPaceBook({ events, now, shared });
  const addresses = createKeyAddresses(now);
  const patterns = createPatternJudge({ accounts, events, now, shared });
  const playKeys = createPlayKeys({ accounts, config, network, now });
  const teller = createEventTeller(live, !shared && config.clickhouseUrl === null);
  const batcher = createInsertBatcher({
    insert: (rows) => gate.insert(rows, (stripped) => events.insert(stripped, locks?.fence)),
    onStored: teller.stored,
    onForgotten: giveBackUnstored,
    ...(shared ? { doubtMs: STALE_MS / 2 } : {}),
  });
  const { ratedWatts } = config;
  const readings = createReadings({ accounts, events, store: (rows) => batcher.store(rows), dayOf, ratedWatts });
  const admission = createAdmission(config.ingestQueueEvents);
  const currentNetwork = gatherTurn<undefined, Awaited<ReturnType<typeof network.current>>>(async (callers) => {
    const current = await network.current();
    return callers.map(() => current);
  });

  /** What is not in the store by now never will be; where the store cannot be asked, it stays reserved. */
  async function giveBackUnstored(rows: readonly SettledRow[]): Promise<void> {
    const stored = byId(await events.findEvents(rows));
    await budgets.giveBack(rows.filter(({ eventId }) => !stored.has(eventId)));
  }

  /** Rows of which none was stored are decided anew when they come again: what they took would be taken twice. */
  async function store(rows: readonly SettledRow[], giveBack: () => Promise<void>): Promise<ReadonlySet<bigint>> {
    try {
      return await batcher.store(rows);
    } catch (error) {
      // A reservation that stays is counted again later.
      if (error instanceof Error && error.cause instanceof NothingStoredError) await giveBack().catch(() => undefined);
      throw error;
    }
  }

  async function settleDrafts(
    batches: readonly Examined[],
    { snapshot, rules, nowMs }: Judging,
  ): Promise<readonly EventResult[]> {
    const { catalog } = snapshot;
    const keys = () => playKeys.of(snapshot);
    const all = batches.flatMap((batch) => batch.drafts);
    const { drafts: signed, plays: ownPlays } = await playsOfDrafts(all, catalog, keys);
    const drafts = readings.judgeViews(signed);
    const wanted = drafts.map(({ eventId, located }) => ({ eventId, outletKey: located.outlet.key }));
    const ids = drafts.map(({ eventId }) => eventId);
    const follows = drafts
      .filter(({ kind }) => kind !== 'view')
      .map(({ viewId, kind, located }) => ({ viewId, kind, outletKey: located.outlet.key }));
    const views = follows.map(({ viewId }) => viewId);
    let paced: ReturnType<typeof judgePaces> | undefined;
    let patterned: ReturnType<typeof patterns.judge> | undefined;
    // A second click on a view waits like a second event of the same id: only one of them can be the first.
    const release = await claims.hold([...ids, ...follows.map(followSlot)], views);
    try {
      const [{ stored, followers }, near, backfilled] = await Promise.all([
        lookup.run({
          ids: [...wanted, ...follows.map(({ viewId, outletKey }) => ({ eventId: viewId, outletKey }))],
          follows,
        }),
        lookAtPaces(paces, drafts, { rules, catalog, keys }),
        findBackfilled(accounts, drafts, { nowMs, withinHours: rules.backfillHours }),
        patterns.refresh(),
      ]);
      const storedView = ({ viewId, located }: Draft) =>
        batcher.doubtful.row(viewId) ?? stored.get(viewId)?.find(({ outletKey }) => outletKey === located.outlet.key);
      const plays = await withPlaysOfViews(drafts, ownPlays, storedView, keys);
      await catalog.load({ flightKeys: flightKeysOf(views, stored, batcher.doubtful) });
      const settled = await settleBatch(drafts, {
        catalog,
        stored,
        followers,
        nowMs,
        doubtful: batcher.doubtful,
        shared,
        dayOf,
        defaultSharePpm: config.ownerSharePpm,
        energyMilliWhPerView: config.energyMilliWhPerView,
        countUnsigned: config.unsignedViews === 'count',
        plays,
        backfilled,
      });
      const heard = await contactsOf(drafts, rules.silentMinutes !== null);
      const unusual = aloneReasons(batches, rules, heard);
      patterned = patterns.judge({ drafts, rows: settled.rows, rules, alone: unusual });
      const alone = patterned.reasons;
      paced = judgePaces(paces, { drafts, rows: settled.rows, alone, rules, catalog, stored: near });
      const later = laterReasons(settled.rows, alone, paced.reasons);
      const reservation = await budgets.reserve(
        toReserve(settled.rows, later),
        termsIn(snapshot, config.networkTimeZone),
        plays,
      );
      const { rows, again, results, released } = judgeSettled(drafts, settled, { ...reservation, later });
      const { overBudget, held: waiting } = reservation;
      const releasedIds = new Set(released.map(({ eventId }) => eventId));
      const held = rows.filter(({ eventId }) => !releasedIds.has(eventId));
      const giveBackAll = () => reservation.settle([...held, ...released]);
      const refused =
        rows.length + again.length > 0 ? await store([...again, ...rows], giveBackAll) : new Set<bigint>();
      const isRefused = ({ eventId }: SettledRow) => refused.has(eventId);
      await reservation.settle([...held.filter(isRefused), ...released]);
      await budgets.giveBack(again.filter(isRefused));
      patterned.settle((id) => !refused.has(id) && !waiting.has(id));
      await teller.found(foundAmong(drafts, stored));
      if (refused.size + overBudget.size + waiting.size > 0)
        paced.forget((id) => refused.has(id) || overBudget.has(id) || waiting.has(id));
      const told = refused.size === 0 ? results : rejectRefused(drafts, results, refused);
      await options.openPlays?.release(reportedPlays(drafts, told, stored));
      const viewAt = viewTimes([...rows, ...again], stored);
      await readings.record({ batches, drafts, results: told, viewAt, nowMs });
      return told;
    } catch (error) {
      paced?.forget(() => true);
      patterned?.settle(() => false);
      throw error instanceof EventsUnavailableError ? storeUnavailable(error) : error;
    } finally {
      release();
    }
  }

  /** Asked only where the rule of silence holds: each batch would pay for it. */
  async function contactsOf(drafts: readonly Draft[], isAsked: boolean): Promise<ReadonlyMap<number, number>> {
    if (!isAsked) return new Map();
    return findContacts(accounts, [...new Set(drafts.map(({ located }) => located.outlet.key))]);
  }

  /** Other processes wait until the batch is stored, where there are any. */
  async function settleAlone(examined: Examined, judging: Judging) {
    const { drafts, heartbeats } = examined;
    if (locks === null) return settleDrafts([examined], judging);
    const outletKeys = [...new Set([...drafts, ...heartbeats].map(({ located }) => located.outlet.key))];
    return locks.run({ outletKeys, events: drafts.length, work: { examined, judging } });
  }

  /** `read` is called here and its answer not kept, so that the events as they came are gone before the store is waited for. */
  async function take(read: UnreadBatch['read'], key: IngestKey): Promise<EventResult[]> {
    const nowMs = now();
    const { snapshot } = await currentNetwork(undefined);
    const { catalog } = snapshot;
    const rules = rulesAt(await snapshot.trafficRules(), nowMs);
    await dataCentres.refresh();
    const examined = await examineBatch(read(), key, catalog, {
      nowMs,
      isClockWrong: options.clock?.isWrong() ?? false,
      storeFullIps: config.storeFullIps,
      isDataCentre: rules.dataCentre ? dataCentres.has : () => false,
      isSpread: rules.patterns.many_addresses !== 'off' && addresses.isSpread(key),
    });
    const [settled, alive, faults] = await Promise.all([
      examined.drafts.length > 0 || hasRegister(examined) ? settleAlone(examined, { snapshot, rules, nowMs }) : [],
      recordHeartbeats(examined.heartbeats, contacts, nowMs),
      recordFaults(examined.faults, { accounts, contacts, nowMs }),
    ]);
    await recordContact(examined, settled, contacts, nowMs);
    const results = [...examined.rejected, ...settled, ...alive, ...faults];
    return withEnergyNotes(results, examined, readings).sort((left, right) => left.index - right.index);
  }

  return {
    accept: (batch, key) => {
      const { atMost, read } = isUnread(batch) ? batch : { atMost: batch.length, read: () => batch };
      return admission.admit(atMost, () => take(read, key));
    },
    close: async () => {
      await admission.close();
      await contacts.close();
      await patterns.close();
    },
  };
}

const isUnread = (batch: readonly unknown[] | UnreadBatch): batch is UnreadBatch => 'read' in batch;
