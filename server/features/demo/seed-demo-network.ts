import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { OutletEvent } from '#contract/ingest.ts';
import { EventsUnavailableError, type StoredEvent } from '#event-store/event-store.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { DEMO_SETTING } from '../../databases/accounts/demo-traces.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { type DemoProgress, readDemoProgress } from './demo-progress.ts';
import { countCustomers, storeSetting } from './demo-queries.ts';
import { planDay } from './plan-history.ts';
import { planNetwork } from './plan-network.ts';
import { pastBegin, pastDays } from './plan-past.ts';
import { type DemoScale, FULL_SCALE, type PlannedNetwork, reportingOutlets } from './planned-network.ts';
import { raiseObjections } from './raise-objections.ts';
import { spendBudgets } from './spend-budgets.ts';
import { storeContacts } from './store-contacts.ts';
import { storeHistory } from './store-history.ts';
import { storeNetwork } from './store-network.ts';
import { createPastRows } from './store-past.ts';

const DEFAULT_SEED = 'voltboard-demo-1';
const REPORTED_EVERY_DAYS = 5;
const TRIES = 20;
const PAUSE_MS = 5_000;

type SeedDependencies = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'ingestor' | 'now'> & {
  readonly report: (line: string) => void;
  /** The events store, for a past that is too old for ingestion. */
  readonly past: {
    insert(rows: readonly StoredEvent[]): Promise<void>;
    /** Sets the arrival of all events before an instant (epoch ms) to the time when they happened. */
    backdate(beforeMs: number): Promise<void>;
  };
  readonly scale?: DemoScale;
  readonly seed?: string;
  /** Pause in milliseconds before a day is stored again after the store was away. */
  readonly pauseMs?: number;
};

/**
 * Creates the demo network with its history, once. A later start does nothing, and a start after a kill continues where
 * it was. A gap since then stays a gap. An installation with customers of its own is left alone.
 * 1. Writes network and accounts.
 * 2. Writes the events of the closed months, which are too old for ingestion.
 * 3. Writes the last month, which passes through ingestion like live events (docs/decisions.md#ingestion).
 * 4. Writes the matching budgets and objections, and the times of arrival: events arrive when they happen.
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
  report(stored === null ? 'Making the demo network …' : 'Carrying on with the demo network …');
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
      if (day === -1) report('  history: the months before are stored');
      return storeProgress(accounts, { ...progress, day: day + 1 });
    }
    // Late views are valid only if data of their outlet arrived in the days before them.
    if (day === 0) await storeContacts(accounts, network, { seed: progress.seed, now: plannedFor, days: scale.days });
    await storeHistory({ ingestor, now, config, plannedFor }, events);
    const done = day + 1;
    // Before the last day counts as stored, so that a finished seed has outlets that are online.
    if (done === scale.days) await storeHistory({ ingestor, now, config, plannedFor }, heartbeats(network, now()));
    if (done === scale.days) {
      await spendBudgets({ accounts, events: store, config, now: plannedFor }, network);
      await raiseObjections({ accounts, events: store, now: plannedFor }, network);
      await past.backdate(plannedFor);
    }
    await storeProgress(accounts, { ...progress, day: done });
    if (done % REPORTED_EVERY_DAYS === 0) report(`  history: ${done} of ${scale.days} days`);
  }
  /** Retries are safe, because a repeated event counts once. A busy machine must not end the first start. */
  async function storeDayPatiently(day: number, events: readonly OutletEvent[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await storeDay(day, events);
      } catch (error) {
        if (tries === TRIES || !mayWorkLater(error)) throw error;
        report(`  ${error.message} Trying again …`);
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

/** Ingestion throws the second kind of error while a store is away, and the store throws the first. */
const mayWorkLater = (error: unknown): error is Error =>
  error instanceof EventsUnavailableError
    ? error.retryable
    : error instanceof AppError && error.retryAfterSeconds !== undefined;

const storeProgress = (accounts: AccountsDb, progress: DemoProgress): Promise<void> =>
  storeSetting(accounts, DEMO_SETTING, JSON.stringify(progress));

/** Every working outlet sends a heartbeat at the end, as it does every five minutes. */
const heartbeats = (network: PlannedNetwork, at: number): OutletEvent[] =>
  reportingOutlets(network).map(({ eui }) => ({
    id: uuid(),
    type: 'heartbeat',
    eui,
    timestamp: new Date(at).toISOString(),
  }));
