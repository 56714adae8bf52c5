import type { FigureOfTrials } from '#contract/explain.ts';
import { comparePlaces, type EventPlace, figureOf, type TriedSingle } from '#domain/contract-trial.ts';
import type { TrialBook, TriedRow } from './trial-tally.ts';

/** The number of events, the number that would count, and their hypothetical amounts. */
export type TriedSums = { events: number; counted: number; paid: bigint; owner: bigint };

/** The single events of a replay, for this page and the later ones. */
export type FoundSingles = {
  readonly sums: Readonly<TriedSums>;
  /** The sums of unchanged events. */
  readonly same: Readonly<TriedSums>;
  /** The groups of alike events with changes; null if they are too many for a query. */
  readonly changed: readonly bigint[] | null;
  /** Changed views that were judged again, newest first, from a position on. */
  readonly judged: readonly TriedSingle[];
  readonly from: EventPlace | null;
  /** Whether there are no older ones. */
  readonly isAll: boolean;
};

/** About 1 MB a trial. */
const MOST_JUDGED = 2_000;
/** The most groups in one query to the events store. */
const MOST_ALIKE = 5_000;

const noSums = (): TriedSums => ({ events: 0, counted: 0, paid: 0n, owner: 0n });

/** Sums the requested events and keeps the changed ones. */
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
      // They arrive in time order.
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
