import { isDeepStrictEqual } from 'node:util';
import {
  type ContractTrial,
  MOST_JUDGED_DAYS,
  MOST_TRIED_DAYS,
  type TrialResult,
  type TriedCustomer,
} from '#contract/trial.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { type Earned, type TrialTerms, tryTerms } from '#domain/contract-trial.ts';
import { defaultShareAt } from '#domain/default-share.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { FIRST_RULES, type TrafficRules } from '#domain/judging-rules.ts';
import { dayInWords } from '#domain/report-period.ts';
import { createTrial } from '#domain/traffic-trial.ts';
import { versionAt } from '#domain/version-at.ts';
import { dayStarts, startOfDate, zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Figures } from '../../figures/figures.ts';
import { AppError } from '../../http/app-error.ts';
import { yieldThread } from '../../lib/yield-thread.ts';
import { checkedPriceMicros } from '../../network/checked-price.ts';
import { findClosedHours } from '../../network/find-hours.ts';
import { findSockets } from '../../network/find-sockets.ts';
import { readTrafficRules, rulesOfRow } from '../../network/read-traffic-rules.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { shownSeconds } from '../../plays/shown-seconds.ts';
import { type CountedEvent, type JudgedView, streamAlike, streamViews } from './trial-events-queries.ts';
import { findAllShares, findRulesAt } from './trial-queries.ts';
import { createTally, sumsOf, type TrialBook, type TrialTally } from './trial-tally.ts';

export type TrialNeeds = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'network' | 'now'>;
type Span = { readonly fromMs: number; readonly toMs: number };
type Shares = Awaited<ReturnType<typeof sharesOf>>;
type Replay = Omit<ReadTrial, 'rules'> & { readonly isWanted: () => boolean };

/** Number of views whose flights are looked up together. */
const AT_ONCE = 2_000;
const MOST_CUSTOMERS = 500;
const ALL_KINDS = ['view', 'click', 'burn'] as const;

const NOTES = {
  budgets: 'Budgets are not simulated, so a flight may show more or less than it could have spent.',
  rules:
    'Only views are evaluated again. Rules that need data that is not stored (full addresses and outlet contacts) keep their original result while they are on.',
};

/** The input of a replay. */
export type ReadTrial = {
  readonly network: Network;
  readonly span: Span;
  readonly terms: TrialTerms;
  readonly shares: Shares;
  /** The rules by which views are judged again, one by one; null if no views are judged again. */
  readonly rules: TrafficRules | null;
};

export async function readTrial(needs: TrialNeeds, trial: ContractTrial): Promise<ReadTrial> {
  const { accounts, config, figures, now } = needs;
  const network = await figures.network();
  const clock = { zone: config.networkTimeZone, nowMs: now(), singlesSinceMs: await figures.singlesSince() };
  const span = readSpan(trial, clock);
  const terms = await readTerms(trial, network, figures);
  const rules = await otherRules(needs, trial.rules);
  const shares = await sharesOf(accounts, span, { config, isAsked: changesPrices(terms) });
  return { network, span, terms, shares, rules };
}

const changesPrices = ({ changeOfPrices, price }: TrialTerms): boolean => price !== null || changeOfPrices !== null;

/** Returns what a counted event would have earned, if the rules judge nothing again. */
export const earnedOf = (event: CountedEvent, { shares, terms }: ReadTrial): Earned =>
  tryTerms({ ...event, ppm: shares.at(event.customerKey, event.atMs) }, terms);

/** Replays a past range into a book, without writing to any store. Stops early if the result is no longer wanted. */
export async function replayContracts(
  needs: TrialNeeds,
  { rules, ...read }: ReadTrial,
  book: TrialBook,
  isWanted: () => boolean,
): Promise<void> {
  const replay = { ...read, isWanted };
  await replayAlike(needs, replay, book, rules === null);
  if (rules !== null) await replayViews(needs, replay, book, rules);
}

/** Returns the totals that a past range would have had, and the customers whose totals change. */
export async function tryOnPast(
  needs: TrialNeeds,
  trial: ContractTrial,
  isWanted: () => boolean,
): Promise<TrialResult> {
  const tally = createTally();
  const read = await readTrial(needs, trial);
  await replayContracts(needs, read, tally, isWanted);
  const notes = [...(changesPrices(read.terms) ? [NOTES.budgets] : []), ...(read.rules === null ? [] : [NOTES.rules])];
  return {
    from: trial.from,
    to: trial.to,
    time_zone: needs.config.networkTimeZone,
    before: sumsOf(tally, 'before'),
    after: sumsOf(tally, 'after'),
    ...changesOf(read.network, tally),
    notes,
  };
}

/**
 * Returns the rules to try. Returns null if there are none or they equal the current rules, because then nothing has to
 * be judged again.
 */
async function otherRules({ accounts, now }: TrialNeeds, sent: ContractTrial['rules']): Promise<TrafficRules | null> {
  if (sent === null) return null;
  const row = await findRulesAt(accounts, now());
  const today = row === undefined ? FIRST_RULES : rulesOfRow(row);
  const rules = readTrafficRules(sent, today);
  return isDeepStrictEqual(rules, today) ? null : rules;
}

/** Reads each owner's share over time, and the times in the range at which any share changes. */
async function sharesOf(
  accounts: TrialNeeds['accounts'],
  { fromMs, toMs }: Span,
  { config, isAsked }: { readonly config: TrialNeeds['config']; readonly isAsked: boolean },
) {
  const rows = isAsked ? await findAllShares(accounts) : [];
  const versions = new Map<number, { validFrom: number; ppm: number }[]>();
  for (const { customer_key, share_ppm, valid_from } of rows) {
    const own = versions.get(customer_key) ?? [];
    own.push({ validFrom: valid_from, ppm: share_ppm });
    versions.set(customer_key, own);
  }
  const changes = [
    ...rows.map(({ valid_from }) => valid_from),
    ...config.ownerShares.map(({ fromMs: from }) => from),
  ].filter((at) => at > fromMs && at < toMs);
  return {
    starts: [...new Set([fromMs, ...changes])].sort((one, other) => one - other),
    at: (customerKey: number, atMs: number): number =>
      versionAt(versions.get(customerKey) ?? [], atMs)?.ppm ?? defaultShareAt(config, atMs),
  };
}

/** Maximum number of times in one query to the events store. */
const MOST_STARTS = 5_000;

async function replayAlike(
  { config, events }: TrialNeeds,
  replay: Replay,
  book: TrialBook,
  withViews: boolean,
): Promise<void> {
  const { isWanted, shares, span, terms } = replay;
  const kinds = withViews ? ALL_KINDS : ALL_KINDS.filter((kind) => kind !== 'view');
  for (const day of daysOf(span, config.networkTimeZone)) {
    if (!isWanted()) return;
    const first = shares.starts.filter((at) => at <= day.fromMs).at(-1) ?? day.fromMs;
    const within = shares.starts.filter((at) => at > day.fromMs && at < day.toMs);
    if (within.length >= MOST_STARTS)
      throw new AppError('invalid', 'Shares changed too often on a day in this range. Choose another range.');
    const starts = [first, ...within];
    for await (const row of streamAlike(events, day, { starts, kinds })) {
      const before: Earned = { amount: row.amountMicros, owner: row.ownerMicros };
      const after = tryTerms({ ...row, ppm: shares.at(row.customerKey, row.sinceMs) }, terms);
      book.add({ ...row, atMs: day.fromMs }, row.events, before, after);
      await yieldThread();
    }
  }
}

/** Judges each view again, in order of time. */
async function replayViews(
  { accounts, config, events, network, now }: TrialNeeds,
  replay: Replay,
  book: TrialBook,
  rules: TrafficRules,
): Promise<void> {
  const { isWanted, shares, span, terms } = replay;
  const { catalog } = (await network.current()).snapshot;
  const judge = createTrial(rules);
  const sockets = await findSockets(accounts);
  const isClosedAt = await findClosedHours(accounts, now());
  const look = async (rows: readonly JudgedView[]): Promise<void> => {
    await catalog.load({ flightKeys: new Set(rows.map(({ flightKey }) => flightKey).filter((key) => key !== 0)) });
    for (const row of rows) {
      await yieldThread();
      const seconds = shownSeconds(catalog, row.flightKey, null);
      const plain = {
        kind: 'view',
        eventId: String(row.eventId),
        viewId: '',
        energyMilliWh: null,
        isPaid: true,
      } as const;
      const isClosed = isClosedAt(row.outletKey, row.atMs);
      const verdict = judge({ ...row, ...plain, seconds, isClosed, sockets: sockets.get(row.outletKey) ?? 1 });
      // The hour before the span only provides visitors' earlier views.
      if (row.atMs < span.fromMs) continue;
      const before = row.reason === null ? { amount: row.amountMicros, owner: row.ownerMicros } : null;
      const ppm = shares.at(row.customerKey, row.atMs);
      const after = verdict === null ? tryTerms({ ...row, kind: 'view', ppm }, terms) : null;
      const single = { eventId: row.eventId, outletKey: row.outletKey };
      book.add({ ...row, kind: 'view', single }, 1, before, after);
    }
  };
  for (const part of daysOf({ fromMs: span.fromMs - HOUR_MS, toMs: span.toMs }, config.networkTimeZone)) {
    let rows: JudgedView[] = [];
    for await (const row of streamViews(events, part)) {
      if (rows.push(row) < AT_ONCE) continue;
      if (!isWanted()) return;
      await look(rows);
      rows = [];
    }
    await look(rows);
  }
}

/** Returns the days in a time zone within the span. */
function daysOf({ fromMs, toMs }: Span, zone: string): Span[] {
  const starts = [...dayStarts(fromMs, toMs, zone).keys()];
  return starts.map((startMs, at) => ({
    fromMs: Math.max(startMs, fromMs),
    toMs: Math.min(starts[at + 1] ?? toMs, toMs),
  }));
}

/** Lists the customers whose money changes. */
function changesOf(
  network: Network,
  { owners, advertisers }: TrialTally,
): Pick<TrialResult, 'data' | 'unchanged' | 'left_out'> {
  const changed: { readonly customer: TriedCustomer; readonly by: bigint }[] = [];
  let unchanged = 0;
  for (const [key, { before, after }] of [...owners, ...advertisers]) {
    const customer = network.customerByKey.get(key);
    // House ads belong to no customer.
    if (customer === undefined) continue;
    if (before === after) {
      unchanged += 1;
      continue;
    }
    const { id, kind, name } = customer;
    const by = after > before ? after - before : before - after;
    changed.push({ customer: { id, name, kind, before: String(before), after: String(after) }, by });
  }
  changed.sort((one, other) =>
    one.by === other.by ? order(one.customer.name, other.customer.name) : one.by < other.by ? 1 : -1,
  );
  const data = changed.slice(0, MOST_CUSTOMERS).map(({ customer }) => customer);
  return { data, unchanged, left_out: changed.length - data.length };
}

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const refused = (message: string) => new AppError('invalid', message);

/** Returns when the range starts and ends, in the network's time zone. Throws if the range cannot be replayed. */
export function readSpan(
  { from, to, rules }: ContractTrial,
  { zone, nowMs, singlesSinceMs }: { readonly zone: string; readonly nowMs: number; readonly singlesSinceMs: number },
): { readonly fromMs: number; readonly toMs: number } {
  if (!isCalendarDate(from) || !isCalendarDate(to)) throw refused('Specify valid dates.');
  if (from > to) throw refused('The range must start before it ends.');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const most = rules === null ? MOST_TRIED_DAYS : MOST_JUDGED_DAYS;
  if (days > most)
    throw refused(`Choose at most ${most} days${rules === null ? '' : ' for a simulation with traffic rules'}.`);
  const [fromMs, toMs] = [startOfDate(from, zone), Math.min(startOfDate(addDays(to, 1), zone), nowMs)];
  if (fromMs >= nowMs) throw refused('Choose a range in the past.');
  if (fromMs < singlesSinceMs) {
    // The first day in the time zone that has all of its events.
    const first = zonedDay(singlesSinceMs, zone);
    const day = first.startMs < singlesSinceMs ? addDays(first.date, 1) : first.date;
    throw refused(`Single events are only available since ${dayInWords(day)}. Choose a later start.`);
  }
  return { fromMs, toMs };
}

/** Translates the trial to keys in the events store. */
async function readTerms(trial: ContractTrial, network: Network, figures: Figures): Promise<TrialTerms> {
  const {
    flight,
    price,
    price_change_percent: change,
    price_model: model,
    share_cid: cid,
    share_percent: percent,
  } = trial;
  if (cid !== null && percent === null) throw refused('Enter a share for this owner.');
  if ((flight === null) !== (price === null) || (flight === null) !== (model === null))
    throw refused('For a price, enter a flight, a model and an amount.');
  return {
    share:
      percent === null
        ? null
        : { customerKey: cid === null ? null : await ownerOf(figures, cid), ppm: Math.round(percent * 10_000) },
    price:
      flight === null || price === null || model === null
        ? null
        : { flightKey: flightOf(network, flight), model, priceMicros: checkedPriceMicros(model, price) },
    changeOfPrices: change === null ? null : Math.round(change * 100),
  };
}

async function ownerOf(figures: Figures, idOrName: string): Promise<number> {
  const { customerKey } = await figures.narrow({ kind: 'all' }, idOrName);
  if (customerKey === null) throw refused('This customer is an advertiser. Only owners have a share.');
  return customerKey;
}

function flightOf({ flightCode }: Network, code: string): number {
  for (const [key, known] of flightCode) if (known === code) return key;
  throw new AppError('not-found', 'Flight not found.');
}
