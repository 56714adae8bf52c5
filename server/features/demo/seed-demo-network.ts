import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { MAX_BATCH_EVENTS, type OutletEvent } from '#contract/ingest.ts';
import { closesAt, monthBounds, monthOf } from '#domain/billing-month.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { amountMicros, ownerMicros } from '#domain/money.ts';
import { versionAt } from '#domain/version-at.ts';
import { createDayFinder, wallClock } from '#domain/zoned-day.ts';
import { EventsUnavailableError, eventIdOf, type StoredEvent } from '#event-store/event-store.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { DEMO_SETTING } from '../../databases/accounts/demo-traces.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { findJudgedDays } from './demo-events-queries.ts';
import { type DemoProgress, readDemoProgress } from './demo-progress.ts';
import {
  countCustomers,
  findByKeys,
  findCustomerKeys,
  findDemoUser,
  findFlightParts,
  findOutletKeys,
  insertRows,
  storeContactHours,
  storeFaults,
  storeSetting,
} from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';
import { spendBudgets } from './finish-demo-network.ts';
import { planContacts, planDay } from './plan-history.ts';
import { planNetwork } from './plan-network.ts';
import { type DemoScale, FULL_SCALE, type PlannedNetwork, reportingOutlets, silentOutlets } from './planned-network.ts';
import { storeNetwork } from './store-network.ts';

const DEFAULT_SEED = 'voltboard-demo-1';
const REPORTED_EVERY_DAYS = 5;
const TRIES = 20;
const PAUSE_MS = 5_000;

type SeedDependencies = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'ingestor' | 'now'> & {
  readonly report: (line: string) => void;
  /** Writes to the events store, for a past that is too old for ingestion. */
  readonly past: {
    insert(rows: readonly StoredEvent[]): Promise<void>;
    /** Sets the arrival time of all events before `beforeMs` (epoch ms) to the time when they happened. */
    backdate(beforeMs: number): Promise<void>;
  };
  readonly scale?: DemoScale;
  readonly seed?: string;
  /** Pause in milliseconds before a day is stored again after the store was unavailable. */
  readonly pauseMs?: number;
};

/**
 * Creates the demo network with its history, once. A later start does nothing, and a start after a kill continues where
 * the seed stopped. The time in between stays without events. An installation with its own customers is left unchanged.
 * 1. Writes the network and the accounts.
 * 2. Writes the events of the closed months, which are too old for ingestion.
 * 3. Writes the last month, which passes through ingestion like live events (docs/decisions.md#ingestion).
 * 4. Writes the matching budgets and objections, and sets arrival times to the times at which events happened.
 */
export async function seedDemoNetwork({
  config,
  accounts,
  events: store,
  past,
  ingestor,
  now,
  report,
  scale = FULL_SCALE,
  seed = DEFAULT_SEED,
  pauseMs = PAUSE_MS,
}: SeedDependencies): Promise<void> {
  const stored = await readDemoProgress(accounts);
  if (stored === null && (await countCustomers(accounts)) > 0) return;
  if (stored !== null && stored.day >= scale.days) return;
  report(stored === null ? 'Creating the demo network …' : 'Continuing with the demo network …');
  const plannedAt = stored?.now ?? now();
  const beginMs = pastBegin(plannedAt, config, scale.closedMonths ?? 0);
  const progress = stored ?? { seed, now: plannedAt, day: -pastDays(beginMs, plannedAt, scale.days) };
  const network = planNetwork(progress.seed, progress.now, scale);
  const plannedFor = progress.now;
  if (stored === null) {
    const note = (transaction: AccountsDb) => storeProgress(transaction, progress);
    await storeNetwork({ accounts, dataDir: config.dataDir, network, plannedFor, note });
  }
  const rowsOf = progress.day < 0 ? await createPastRows(accounts, network, config) : () => [];
  async function storeDay(day: number, events: readonly OutletEvent[]): Promise<void> {
    if (day < 0) {
      const rows = rowsOf(events);
      if (rows.length > 0) await past.insert(rows);
      if (day === -1) report('  history: earlier months are stored');
      return storeProgress(accounts, { ...progress, day: day + 1 });
    }
    // Late views are valid only if data from their outlet arrived in the days before them.
    if (day === 0) await storeContacts(accounts, network, { seed: progress.seed, now: plannedFor, days: scale.days });
    await storeHistory({ ingestor, now, config, plannedFor }, events);
    const done = day + 1;
    if (done === scale.days) {
      await spendBudgets({ accounts, events: store, config, now: plannedFor }, network);
      await raiseObjections({ accounts, events: store, now: plannedFor }, network);
      await past.backdate(plannedFor);
      // Store the heartbeats before the last day counts as stored, so that a finished seed has outlets that are online.
      // They are the last step, because on a busy machine the others take minutes, and the outlets would be late.
      await storeHistory({ ingestor, now, config, plannedFor }, heartbeats(network, now()));
    }
    await storeProgress(accounts, { ...progress, day: done });
    if (done % REPORTED_EVERY_DAYS === 0) report(`  history: ${done} of ${scale.days} days`);
  }
  /**
   * Stores a day, with retries, because a busy machine must not end the first start. Retries are safe, because a
   * repeated event counts once.
   */
  async function storeDayPatiently(day: number, events: readonly OutletEvent[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await storeDay(day, events);
      } catch (error) {
        if (tries === TRIES || !mayWorkLater(error)) throw error;
        report(`  ${error.message} Retrying …`);
        await pause(pauseMs);
      }
    }
  }
  // Plans a day while the engine still stores the previous one.
  let storing = Promise.resolve();
  for (let { day } = progress; day < scale.days; day += 1) {
    const events = planDay(network, { seed: progress.seed, now: plannedFor, day, days: scale.days, beginMs });
    await storing;
    storing = storeDayPatiently(day, events);
  }
  await storing;
}

/**
 * Whether a retry may succeed. If a store is unavailable, ingestion throws an `AppError` and the store an
 * `EventsUnavailableError`.
 */
const mayWorkLater = (error: unknown): error is Error =>
  error instanceof EventsUnavailableError
    ? error.retryable
    : error instanceof AppError && error.retryAfterSeconds !== undefined;

const storeProgress = (accounts: AccountsDb, progress: DemoProgress): Promise<void> =>
  storeSetting(accounts, DEMO_SETTING, JSON.stringify(progress));

/**
 * Returns a heartbeat from every working outlet at the end, because each outlet sends a heartbeat every five minutes.
 * The last one of a silent outlet was just before it fell silent.
 */
function heartbeats(network: PlannedNetwork, at: number): OutletEvent[] {
  const beat = (eui: string, atMs: number): OutletEvent => ({
    id: uuid(),
    type: 'heartbeat',
    eui,
    timestamp: new Date(atMs).toISOString(),
  });
  return [
    ...reportingOutlets(network).map(({ eui }) => beat(eui, at)),
    ...silentOutlets(network).map(({ eui, silentFrom }) => beat(eui, silentFrom - SECOND_MS)),
  ];
}

const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 2, 1)).toISOString());
};

/** Minimum length of a history with closed months, so that a quarter compares with itself at any date. */
const LEAST_DAYS = 100;

/**
 * Returns where the demo's past begins (epoch ms), in the network's time zone: at the start of the first of the last
 * `closedMonths` months that are already closed, or of the month before if that is too late for `LEAST_DAYS`. Null if
 * `closedMonths` is 0.
 */
export function pastBegin(
  nowMs: number,
  { closeAfterDays, networkTimeZone: zone }: { readonly closeAfterDays: number; readonly networkTimeZone: string },
  closedMonths: number,
): number | null {
  if (closedMonths === 0) return null;
  let month = monthOf(wallClock(nowMs, zone).date);
  while (closesAt(month, zone, closeAfterDays) > nowMs) month = monthBefore(month);
  for (let left = closedMonths; left > 1; left -= 1) month = monthBefore(month);
  if (monthBounds(month, zone).fromMs > nowMs - LEAST_DAYS * DAY_MS) month = monthBefore(month);
  return monthBounds(month, zone).fromMs;
}

/** Returns the number of days between `beginMs` and the history that passes through ingestion. */
const pastDays = (beginMs: number | null, now: number, days: number): number =>
  beginMs === null ? 0 : Math.max(0, Math.ceil((now - days * DAY_MS - beginMs) / DAY_MS));

type Seeding = { readonly seed: string; readonly now: number; readonly days: number };

/**
 * Stores the outlets' heartbeats, one every five minutes, as minutes of contact, and stores the outlets' faults. As
 * events, the heartbeats of a month would be 8,640 for each outlet.
 */
async function storeContacts(accounts: AccountsDb, network: PlannedNetwork, seeding: Seeding): Promise<void> {
  const keys = await findOutletKeys(accounts);
  for (const { outlets } of network.owners) {
    for (const outlet of outlets) {
      const key = keys.get(outlet.eui);
      if (outlet.idle || key === undefined) continue;
      const { hours, faults } = planContacts(outlet, seeding);
      await storeContactHours(
        accounts,
        hours.map((hour) => ({ outlet_key: key, ...hour })),
      );
      await storeFaults(
        accounts,
        faults.map(({ id, kind, atMs }) => ({ outlet_key: key, event_id: id, kind, at: atMs, received_at: atMs })),
      );
    }
  }
}

const LIMIT_MS = LATEST_DAYS_LATE * DAY_MS;
/** Minimum distance of the oldest events from ingestion's age limit, so that a slow seed loses no events. */
const MARGIN_MS = 30 * MINUTE_MS;
/**
 * The same distance for a seed that is resumed days later. Events may then be as old as allowed, with time for the
 * batch to arrive.
 */
const SPARE_MS = 2 * MINUTE_MS;

type Storing = Pick<Dependencies, 'ingestor' | 'now' | 'config'> & {
  /** The time that the history was planned for (epoch ms). */
  readonly plannedFor: number;
};

/**
 * Stores events in the same way as outlets' reports. Leaves out views that are too old by now, and the events that
 * followed them. Throws if an event is rejected, because the plan would then contradict the rules.
 */
async function storeHistory(
  { ingestor, now, config, plannedFor }: Storing,
  events: readonly OutletEvent[],
): Promise<void> {
  const oldestMs = Math.max(now() - LIMIT_MS + SPARE_MS, plannedFor - LIMIT_MS + MARGIN_MS);
  const sendable = withoutViewsBefore(events, new Date(oldestMs).toISOString());
  const atOnce = Math.min(MAX_BATCH_EVENTS, config.ingestQueueEvents);
  for (let from = 0; from < sendable.length; from += atOnce) {
    const results = await ingestor.accept(sendable.slice(from, from + atOnce), { kind: 'network' });
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused) throw new Error(`The demo's history was refused: ${refused.reason ?? refused.code}`);
  }
}

/**
 * Removes views older than `oldest`, with their clicks and burns. In `events`, a view must precede its click and burn.
 * `oldest` has the format of the events' timestamps.
 */
export function withoutViewsBefore(events: readonly OutletEvent[], oldest: string): OutletEvent[] {
  const left = new Set<string>();
  return events.filter(({ id, view_id: viewId, timestamp }) => {
    const isLeft = viewId === undefined ? timestamp < oldest : left.has(viewId);
    if (isLeft) left.add(id);
    return !isLeft;
  });
}

type Needs = Pick<Dependencies, 'accounts' | 'events'> & { readonly now: number };

/** The objections of each customer with an account: one is open, and one was declined. */
const SAID = [
  { words: 'Three friends pressed the button repeatedly. They were real people.', state: 'open', answer: '' },
  {
    words: 'The outlet was tested that day, but only in the morning.',
    state: 'declined',
    answer: 'The views of that day came faster than the ads can play.',
  },
] as const;

/** Writes the demo customers' objections to invalid events in their history, if there are any. */
async function raiseObjections({ accounts, events, now }: Needs, { owners, sponsors }: PlannedNetwork): Promise<void> {
  const named = DEMO_ACCOUNTS.flatMap(({ customer }) => customer ?? []) as readonly string[];
  const ids = [...owners, ...sponsors].filter(({ name }) => named.includes(name)).map(({ id }) => id);
  const dayOf = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  for (const { id, key, kind } of await findCustomerKeys(accounts, ids)) {
    const found = await findJudgedDays(events, { kind, key }, { fromDay: dayOf(25), toDay: dayOf(2) });
    const user = await findDemoUser(accounts, id);
    if (found.length === 0 || user === undefined) continue;
    const outlets = await findByKeys(accounts, [...new Set(found.map(({ outletKey }) => outletKey))]);
    const rows = SAID.flatMap(({ words, state, answer }, at) => {
      const judged = found[at];
      const outlet = outlets.find((one) => one.key === judged?.outletKey);
      if (judged === undefined || outlet === undefined) return [];
      const isDecided = state === 'declined';
      return [
        {
          id: demoRowId('objection', id, String(at)),
          customer_id: id,
          outlet_id: outlet.id,
          day: judged.day,
          reason: judged.reason,
          words,
          state,
          answer,
          raised_at: now - DAY_MS - at * HOUR_MS,
          raised_by: user.email,
          raised_by_id: user.id,
          decided_at: isDecided ? now - 5 * HOUR_MS : null,
          decided_by: isDecided ? 'admin@demo.voltboard.example' : null,
        },
      ];
    });
    // After a kill, the earlier rows already exist.
    await insertRows(accounts, 'objections', rows, 'if absent');
  }
}

type Terms = { readonly ownerSharePpm: number; readonly energyMilliWhPerView: number };

/**
 * Creates a function that builds rows for events that are too old for ingestion: those of months that ended before the
 * demo began. Each row has the owner, price and share at its time, as ingestion would have set them. The same events
 * give the same rows.
 */
async function createPastRows(
  accounts: AccountsDb,
  { owners, sponsors }: PlannedNetwork,
  { energyMilliWhPerView, ownerSharePpm }: Terms,
): Promise<(events: readonly OutletEvent[]) => StoredEvent[]> {
  const planned = sponsors.flatMap(({ campaigns }) => campaigns.flatMap(({ flights }) => flights));
  const flightParts = new Map(
    (
      await findFlightParts(
        accounts,
        planned.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const outletKeys = await findOutletKeys(accounts);
  const customers = await findCustomerKeys(
    accounts,
    owners.map(({ id }) => id),
  );
  const customerKeys = new Map(customers.map(({ id, key }) => [id, key]));
  const flights = new Map(planned.map((flight) => [flight.code, { ...flight, parts: flightParts.get(flight.id) }]));
  const sharesOf = new Map(owners.map(({ id, shares }) => [id, shares]));
  const zones = new Map(owners.flatMap(({ venues }) => venues.map(({ id, timeZone }) => [id, timeZone])));
  const outlets = new Map(
    owners.flatMap((owner) => owner.outlets.map((outlet) => [outlet.eui, { outlet, ownerId: owner.id }])),
  );
  const dayOf = createDayFinder();

  function rowOf(event: OutletEvent): StoredEvent {
    const place = outlets.get(event.eui);
    const { view_id: viewId, energy_wh: energyWh, type } = event;
    if (place === undefined || (type !== 'view' && type !== 'click' && type !== 'burn'))
      throw new RangeError(`no row of the past: ${event.id}`);
    const timestampMs = Date.parse(event.timestamp);
    const { movedFrom, venueId } = place.outlet;
    const before = movedFrom !== null && timestampMs < movedFrom.at ? movedFrom : null;
    const ownerId = before?.customerId ?? place.ownerId;
    const flight = flights.get(event.flight ?? '');
    const price = versionAt(flight?.prices ?? [], timestampMs);
    const amount =
      flight === undefined || price === undefined ? 0 : amountMicros(type, flight.model, price.priceMicros);
    const share = versionAt(sharesOf.get(ownerId) ?? [], timestampMs)?.ppm ?? ownerSharePpm;
    const outletKey = outletKeys.get(event.eui) ?? 0;
    const isView = type === 'view';
    return {
      customerKey: customerKeys.get(ownerId) ?? 0,
      outletKey,
      timestampMs,
      eventId: eventIdOf(outletKey, event.id),
      kind: type,
      localDay: dayOf(timestampMs, zones.get(before?.venueId ?? venueId) ?? 'UTC').date,
      advertiserKey: flight?.parts?.advertiser_key ?? 0,
      campaignKey: flight?.parts?.campaign_key ?? 0,
      flightKey: flight?.parts?.key ?? 0,
      amountMicros: amount,
      ownerMicros: ownerMicros(amount, share),
      energyMilliWh: !isView ? 0 : energyWh === undefined ? energyMilliWhPerView : energyWh * 1_000,
      energyMetered: isView && energyWh !== undefined,
      viewId: viewId === undefined ? 0n : eventIdOf(outletKey, viewId),
      fingerprint: event.fingerprint ?? '0'.repeat(32),
      ip: event.ip ?? '::',
      cryptic: event.cryptic ?? '',
      invalid: null,
      withheldMicros: 0,
      withheldOwnerMicros: 0,
      signed: false,
      readingOf: 'none',
      sentId: event.id,
    };
  }

  return (events) => events.map(rowOf);
}
