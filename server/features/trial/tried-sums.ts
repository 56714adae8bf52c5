import type { FigureOfTrials } from '#contract/explain.ts';
import { comparePlaces, type EventPlace, figureOf, type TriedSingle } from '#domain/contract-trial.ts';
import type { TrialBook, TriedRow } from './trial-tally.ts';

/** How many events there are, how many of them would count, and what they would have come to. */
export type TriedSums = { events: number; counted: number; paid: bigint; owner: bigint };

/** What a replay found of single events, for this page of them and those after it. */
export type FoundSingles = {
  readonly sums: Readonly<TriedSums>;
  /** Of them those that come to the same. */
  readonly same: Readonly<TriedSums>;
  /** Of which groups that are alike some come to something else; null where that are too many to ask for. */
  readonly changed: readonly bigint[] | null;
  /** Views that were judged anew and come to something else, the newest first, from a place on. */
  readonly judged: readonly TriedSingle[];
  readonly from: EventPlace | null;
  /** Whether there are no older ones. */
  readonly isAll: boolean;
};

/** About 1 MB a trial. */
const MOST_JUDGED = 2_000;
/** More are not sent in one question to the events store. */
const MOST_ALIKE = 5_000;

const noSums = (): TriedSums => ({ events: 0, counted: 0, paid: 0n, owner: 0n });

/** Adds up what is asked for, and keeps what of it changes. */
export function bookOfSingles(
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
      // They come in the order of their times.
      if (judged.push(event) <= MOST_JUDGED) return;
      judged.shift();
      older += 1;
    },
  };
  const found = () => ({
    ...{ sums, same, from: place, isAll: older === 0 },
    changed: alike.size > MOST_ALIKE ? null : [...alike].map(BigInt),
    judged: judged.toReversed(),
  });
  return { book, found };
}
