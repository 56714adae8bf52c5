import type { ContractTrial } from '#contract/trial.ts';
import { addDays } from '#domain/calendar-date.ts';
import { type AskedOfTrial, comparePlaces, type TriedPage, type TriedSingle } from '#domain/contract-trial.ts';
import type { BillableKind } from '#domain/money.ts';
import { startOfDate } from '#domain/zoned-day.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { replayContracts, type TrialNeeds } from './replay-contracts.ts';
import { findCounted } from './trial-events-queries.ts';
import { createAsked, createDays } from './trial-parts.ts';
import type { TrialBook, TriedRow } from './trial-tally.ts';

/** A page of single events, and how many there are and what they would have come to altogether. */
export type TriedSingles = {
  readonly page: readonly TriedSingle[];
  readonly events: number;
  /** Of them those that would count. */
  readonly counted: number;
  readonly paid: bigint;
  readonly owner: bigint;
};

type Asked = AskedOfTrial & { readonly page: TriedPage };

/** What each event came to and would have come to, the newest first; of views that are judged anew also those that count no more. */
export async function trialSingles(
  needs: TrialNeeds,
  trial: ContractTrial,
  asked: Asked,
  isWanted: () => boolean,
): Promise<TriedSingles> {
  const network = await needs.figures.network();
  const isAsked = createAsked(network, asked, createDays(needs.config.networkTimeZone));
  const { book, judged, sums } = bookOfSingles(asked.page, isAsked);
  const { afterOf, isJudged, span } = await replayContracts(needs, trial, book, isWanted);
  const kinds: readonly BillableKind[] = asked.figure === 'views' ? ['view'] : ['view', 'click', 'burn'];
  const asStored = kinds.filter((kind) => !isJudged || kind !== 'view');
  const time = narrowed(span, asked, needs.config.networkTimeZone);
  const found = await findCounted(needs.events, time, { ...asked.page, ...keysOf(network, asked), kinds: asStored });
  const stored = found.map(
    ({ atMs: timestampMs, amountMicros: amount, ownerMicros: owner, ...event }): TriedSingle => ({
      ...event,
      timestampMs,
      before: { amount, owner },
      after: afterOf({ ...event, atMs: timestampMs, amountMicros: amount, ownerMicros: owner }),
    }),
  );
  const page = [...stored, ...judged].sort((one, other) => comparePlaces(other, one)).slice(0, asked.page.limit);
  return { page, ...sums };
}

/** Adds up what is asked for, and keeps of views that are judged anew the newest before the page's place. */
function bookOfSingles({ before: place, limit }: TriedPage, isAsked: (row: TriedRow) => boolean) {
  const judged: TriedSingle[] = [];
  const sums = { events: 0, counted: 0, paid: 0n, owner: 0n };
  const book: TrialBook = {
    add: (row, events, before, after) => {
      if ((before === null && after === null) || !isAsked(row)) return;
      sums.events += events;
      if (after !== null) sums.counted += events;
      sums.paid += BigInt(events) * BigInt(after?.amount ?? 0);
      sums.owner += BigInt(events) * BigInt(after?.owner ?? 0);
      const { atMs: timestampMs, single, ...of } = row;
      if (single === undefined) return;
      const event = { ...of, ...single, timestampMs, before, after };
      if (place !== null && comparePlaces(event, place) >= 0) return;
      // They come in the order of their times.
      if (judged.push(event) > limit) judged.shift();
    },
  };
  return { book, judged, sums };
}

type Span = { readonly fromMs: number; readonly toMs: number };

const narrowed = ({ fromMs, toMs }: Span, { days }: Asked, zone: string): Span =>
  days === null
    ? { fromMs, toMs }
    : {
        fromMs: Math.max(fromMs, startOfDate(days.from, zone)),
        toMs: Math.min(toMs, startOfDate(addDays(days.to, 1), zone)),
      };

/** By their numbers in the events store. */
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
