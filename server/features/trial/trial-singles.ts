import type { ContractTrial } from '#contract/trial.ts';
import { addDays } from '#domain/calendar-date.ts';
import {
  type AskedOfTrial,
  comparePlaces,
  figureOf,
  type TriedPage,
  type TriedSingle,
} from '#domain/contract-trial.ts';
import type { BillableKind } from '#domain/money.ts';
import { startOfDate } from '#domain/zoned-day.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { KeptSingles } from './kept-singles.ts';
import { earnedOf, type ReadTrial, readTrial, replayContracts, type TrialNeeds } from './replay-contracts.ts';
import { type CountedEvent, findCounted } from './trial-events-queries.ts';
import { createAsked, createDays } from './trial-parts.ts';
import { bookOfSingles, type FoundSingles, type TriedSums } from './tried-sums.ts';

/**
 * A page of the single events whose amount changes, with the hypothetical totals of all events and of unchanged ones.
 */
export type TriedSingles = Readonly<TriedSums> & {
  readonly page: readonly TriedSingle[];
  readonly same: Readonly<TriedSums>;
};

type Asked = AskedOfTrial & { readonly page: TriedPage };
type Replaying = { readonly trial: ContractTrial; readonly asked: Asked; readonly isWanted: () => boolean };

/**
 * The actual and hypothetical amount of each changed event, newest first. With rules to try, it includes views that no
 * longer count.
 */
export async function trialSingles(
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

/** Events that one query scans for changed amounts. */
const MOST_AT_ONCE = 10_000;

type Found = { readonly found: FoundSingles; readonly isWanted: () => boolean };

/**
 * A page of counted events as stored. Events that are alike usually change together, so one query is nearly always
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

/** Translates the query to keys of the events store. */
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
