import type { FigureOfTrials } from '#contract/explain.ts';
import type { ContractTrial, TrialResult } from '#contract/trial.ts';
import { addDays } from '#domain/calendar-date.ts';
import {
  type AskedOfTrial,
  comparePlaces,
  type EventPlace,
  figureOf,
  type TriedBy,
  type TriedPage,
  type TriedPart,
  type TriedSingle,
} from '#domain/contract-trial.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { BillableKind } from '#domain/money.ts';
import { startOfDate, zonedDay } from '#domain/zoned-day.ts';
import { AppError } from '../../http/app-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import {
  earnedOf,
  type ReadTrial,
  readTrial,
  replayContracts,
  type TrialNeeds,
  tryOnPast,
} from './replay-contracts.ts';
import { type CountedEvent, findCounted } from './trial-events-queries.ts';
import type { TrialBook, TriedRow } from './trial-tally.ts';

/** Limits of concurrent and waiting trials. A trial reads entire months, so trials run one after another. */
const QUEUE = { atOnce: 1, waiting: 2 } as const;
const RETRY_SECONDS = 10;

/** Creates trials of other contracts on past data, with totals and details. Runs one trial after another. */
export function createTrials(needs: TrialNeeds) {
  const semaphore = createSemaphore(QUEUE);
  const kept = createKeptSingles(needs.now);
  const tooMany = () =>
    new AppError('unavailable', 'Other simulations are running. Try again in a moment.', RETRY_SECONDS);
  return {
    run: (trial: ContractTrial, isWanted: () => boolean): Promise<TrialResult> =>
      semaphore.run(() => tryOnPast(needs, trial, isWanted), tooMany),
    partsOf: (trial: ContractTrial, asked: AskedOfTrial & { readonly by: TriedBy }, isWanted: () => boolean) =>
      semaphore.run(() => trialParts(needs, trial, asked, isWanted), tooMany),
    singlesOf: (trial: ContractTrial, asked: AskedOfTrial & { readonly page: TriedPage }, isWanted: () => boolean) =>
      semaphore.run(() => trialSingles(needs, kept, { trial, asked, isWanted }), tooMany),
  };
}

/**
 * A page of the single events whose amount changes, with the hypothetical totals of all events and of unchanged events.
 */
type TriedSingles = Readonly<TriedSums> & {
  readonly page: readonly TriedSingle[];
  readonly same: Readonly<TriedSums>;
};

type Asked = AskedOfTrial & { readonly page: TriedPage };
type Replaying = { readonly trial: ContractTrial; readonly asked: Asked; readonly isWanted: () => boolean };

/**
 * Returns the actual and hypothetical amount of each changed event, newest first. With rules to try, includes views
 * that no longer count.
 */
async function trialSingles(
  needs: TrialNeeds,
  kept: KeptSingles,
  { asked, isWanted, trial }: Replaying,
): Promise<TriedSingles> {
  const read = await readTrial(needs, trial);
  const { days, figure, only, page } = asked;
  const key = JSON.stringify([trial, figure, days, only, read.rules]);
  const found = kept.find(key, page) ?? (await replaySingles(needs, read, asked, isWanted));
  // After an early stop, the sums are incomplete.
  if (isWanted()) kept.keep(key, found);
  const stored = await findChanged(needs, read, asked, { found, isWanted });
  const judged = found.judged.filter((event) => page.before === null || comparePlaces(event, page.before) < 0);
  const all = [...stored, ...judged].sort((one, other) => comparePlaces(other, one));
  return { page: all.slice(0, page.limit), ...found.sums, same: found.same };
}

async function replaySingles(
  needs: TrialNeeds,
  read: ReadTrial,
  asked: Asked,
  isWanted: () => boolean,
): Promise<FoundSingles> {
  const isAsked = createAsked(read.network, asked, createDays(needs.config.networkTimeZone));
  const { book, found } = bookOfSingles(asked.figure, asked.page.before, isAsked);
  await replayContracts(needs, read, book, isWanted);
  return found();
}

/** Number of events that one query scans for changed amounts. */
const MOST_AT_ONCE = 10_000;

type Found = { readonly found: FoundSingles; readonly isWanted: () => boolean };

/**
 * Finds a page of counted events as stored. Alike events usually change together, so a single query is nearly always
 * enough.
 */
async function findChanged(
  { config, events }: TrialNeeds,
  read: ReadTrial,
  asked: Asked,
  { found: { changed: alike }, isWanted }: Found,
): Promise<TriedSingle[]> {
  if (alike?.length === 0) return [];
  const { figure, page } = asked;
  const all: readonly BillableKind[] = figure === 'views' ? ['view'] : ['view', 'click', 'burn'];
  const kinds = all.filter((kind) => read.rules === null || kind !== 'view');
  const time = narrowed(read.span, asked, config.networkTimeZone);
  const keys = { ...keysOf(read.network, asked), alike };
  const changed: TriedSingle[] = [];
  let { before, limit } = page;
  while (isWanted()) {
    const rows = await findCounted(events, time, { before, limit, kinds, ...keys });
    for (const row of rows) {
      const single = singleOf(row, read);
      if (figureOf(figure, single.before) !== figureOf(figure, single.after)) changed.push(single);
    }
    const last = rows.at(-1);
    if (changed.length >= page.limit || rows.length < limit || last === undefined) break;
    before = { timestampMs: last.atMs, eventId: last.eventId };
    limit = Math.min(4 * limit, MOST_AT_ONCE);
  }
  return changed;
}

function singleOf(row: CountedEvent, read: ReadTrial): TriedSingle {
  const { amountMicros: amount, atMs: timestampMs, ownerMicros: owner, ...event } = row;
  return { ...event, timestampMs, before: { amount, owner }, after: earnedOf(row, read) };
}

type Span = { readonly fromMs: number; readonly toMs: number };

const narrowed = ({ fromMs, toMs }: Span, { days }: Asked, zone: string): Span =>
  days === null
    ? { fromMs, toMs }
    : {
        fromMs: Math.max(fromMs, startOfDate(days.from, zone)),
        toMs: Math.min(toMs, startOfDate(addDays(days.to, 1), zone)),
      };

/** Translates the filters to keys in the events store. */
function keysOf({ customerByKey, flightCode }: Network, { only }: Asked) {
  const among = (ids: readonly string[] | undefined, entries: Iterable<readonly [number, string]>) =>
    ids === undefined ? null : [...entries].filter(([, id]) => ids.includes(id)).map(([key]) => key);
  const customers = [...customerByKey].map(([key, { id }]) => [key, id] as const);
  return {
    customers: among(only.customer, customers),
    advertisers: among(only.advertiser, customers),
    flights: among(only.flight, flightCode),
  };
}

/** Maximum number of cached trials. Users page through one trial after another. */
const MOST = 4;
const KEPT_MS = 10 * MINUTE_MS;

type KeptSingles = ReturnType<typeof createKeptSingles>;

/** Caches replay results for the pages after the first. Without this cache, each page would replay the entire trial. */
export function createKeptSingles(now: () => number) {
  const kept = new Map<string, { readonly found: FoundSingles; readonly untilMs: number }>();
  return {
    /**
     * Finds a cached result. Returns undefined if the page needs a replay: if it is a first page, if the result has
     * expired, or if the page lies beyond the cached views.
     */
    find: (key: string, { before, limit }: TriedPage): FoundSingles | undefined => {
      const one = kept.get(key);
      if (one === undefined || before === null || one.untilMs <= now()) return undefined;
      const { from, isAll, judged } = one.found;
      if (from !== null && comparePlaces(before, from) > 0) return undefined;
      const reaches = isAll || judged.filter((event) => comparePlaces(event, before) < 0).length >= limit;
      return reaches ? one.found : undefined;
    },
    keep: (key: string, found: FoundSingles): void => {
      kept.delete(key);
      kept.set(key, { found, untilMs: now() + KEPT_MS });
      for (const oldest of [...kept.keys()].slice(0, -MOST)) kept.delete(oldest);
    },
  };
}

/** Breaks a trial's result down into parts. */
async function trialParts(
  needs: TrialNeeds,
  trial: ContractTrial,
  asked: AskedOfTrial & { readonly by: TriedBy },
  isWanted: () => boolean,
): Promise<readonly TriedPart[]> {
  const read = await readTrial(needs, trial);
  const { network } = read;
  const dayOf = createDays(needs.config.networkTimeZone);
  const parts = new Map<string, TriedPart>();
  const book = bookOfParts(parts, asked, { network, dayOf, isAsked: createAsked(network, asked, dayOf) });
  await replayContracts(needs, read, book, isWanted);
  return [...parts.values()];
}

type Telling = {
  readonly network: Network;
  readonly dayOf: (atMs: number) => string;
  readonly isAsked: (row: TriedRow) => boolean;
};

function bookOfParts(
  parts: Map<string, TriedPart>,
  { by, figure }: { readonly by: TriedBy; readonly figure: FigureOfTrials },
  { network, dayOf, isAsked }: Telling,
): TrialBook {
  return {
    add: (row, events, _before, after) => {
      if (after === null || !isAsked(row)) return;
      const of = nameOf(network, row, by, dayOf);
      const name = JSON.stringify([of.id, row.kind, ...(figure === 'views' ? [] : [after.amount, after.owner])]);
      const known = parts.get(name);
      const count = BigInt(events);
      parts.set(name, {
        ...of,
        kind: row.kind,
        each: String(after.amount),
        ownerEach: String(after.owner),
        events: events + (known?.events ?? 0),
        paid: count * BigInt(after.amount) + (known?.paid ?? 0n),
        owner: count * BigInt(after.owner) + (known?.owner ?? 0n),
      });
    },
  };
}

/** Returns a check of whether a row belongs to the query. */
const createAsked =
  (network: Network, { days, figure, only }: AskedOfTrial, dayOf: (atMs: number) => string) =>
  (row: Omit<TriedRow, 'single'>): boolean =>
    (figure !== 'views' || row.kind === 'view') &&
    isAmong(only.customer, idOf(network, row.customerKey)) &&
    isAmong(only.advertiser, idOf(network, row.advertiserKey)) &&
    isAmong(only.flight, network.flightCode.get(row.flightKey) ?? '') &&
    (days === null || (dayOf(row.atMs) >= days.from && dayOf(row.atMs) <= days.to));

const isAmong = (wanted: readonly string[] | undefined, id: string): boolean =>
  wanted === undefined || wanted.includes(id);
const idOf = ({ customerByKey }: Network, key: number): string => customerByKey.get(key)?.id ?? '';

function nameOf(
  network: Network,
  row: TriedRow,
  by: TriedBy,
  dayOf: (atMs: number) => string,
): { readonly id: string; readonly label: string } {
  switch (by) {
    case 'flight': {
      const code = network.flightCode.get(row.flightKey) ?? '';
      return { id: code, label: code };
    }
    case 'day':
      return { id: dayOf(row.atMs), label: dayOf(row.atMs) };
    default: {
      const customer = network.customerByKey.get(by === 'customer' ? row.customerKey : row.advertiserKey);
      return { id: customer?.id ?? '', label: customer?.name ?? '' };
    }
  }
}

/**
 * Returns a function that gives a time's day. Remembers the last day: rows are in order of days, so the next row is
 * nearly always on the same day.
 */
function createDays(zone: string): (atMs: number) => string {
  let day = zonedDay(0, zone);
  return (atMs) => {
    if (atMs < day.startMs || atMs >= day.endMs) day = zonedDay(atMs, zone);
    return day.date;
  };
}

/** The number of events, the number that would count, and their hypothetical amounts. */
type TriedSums = { events: number; counted: number; paid: bigint; owner: bigint };

/** The single events of a replay, for this page and later pages. */
export type FoundSingles = {
  readonly sums: Readonly<TriedSums>;
  /** The sums of unchanged events. */
  readonly same: Readonly<TriedSums>;
  /** The groups of alike events with changes; null if there are too many for a query. */
  readonly changed: readonly bigint[] | null;
  /** Changed views that were judged again, newest first, starting at `from`. */
  readonly judged: readonly TriedSingle[];
  readonly from: EventPlace | null;
  /** Whether there are no older views. */
  readonly isAll: boolean;
};

/** Maximum number of stored views per trial, about 1 MB. */
const MOST_JUDGED = 2_000;
/** Maximum number of groups in one query to the events store. */
const MOST_ALIKE = 5_000;

const noSums = (): TriedSums => ({ events: 0, counted: 0, paid: 0n, owner: 0n });

/** Creates a book that sums the requested events and stores the changed events. */
function bookOfSingles(
  figure: FigureOfTrials,
  place: EventPlace | null,
  isAsked: (row: TriedRow) => boolean,
): { readonly book: TrialBook; readonly found: () => FoundSingles } {
  const [sums, same] = [noSums(), noSums()];
  const alike = new Set<string>();
  const judged: TriedSingle[] = [];
  let older = 0;
  const book: TrialBook = {
    add: (row, events, before, after) => {
      if ((before === null && after === null) || !isAsked(row)) return;
      const isSame = figureOf(figure, before) === figureOf(figure, after);
      for (const sum of isSame ? [sums, same] : [sums]) {
        sum.events += events;
        if (after !== null) sum.counted += events;
        sum.paid += BigInt(events) * BigInt(after?.amount ?? 0);
        sum.owner += BigInt(events) * BigInt(after?.owner ?? 0);
      }
      if (isSame) return;
      const { alike: group, atMs: timestampMs, single, ...of } = row;
      if (group !== undefined && alike.size <= MOST_ALIKE) alike.add(group);
      if (single === undefined) return;
      const event = { ...of, ...single, timestampMs, before, after };
      if (place !== null && comparePlaces(event, place) >= 0) return;
      // Views arrive in time order.
      if (judged.push(event) <= MOST_JUDGED) return;
      judged.shift();
      older += 1;
    },
  };
  const found = () => ({
    sums,
    same,
    from: place,
    isAll: older === 0,
    changed: alike.size > MOST_ALIKE ? null : [...alike].map(BigInt),
    judged: judged.toReversed(),
  });
  return { book, found };
}
