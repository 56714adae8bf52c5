import type { Figures } from '../../figures/figures.ts';
import type { CellsQuestion, Pair } from '../../figures/query/cells-question.ts';
import { groupColumn, runsOf } from '../../figures/query/outlet-runs.ts';
import { forEachChunked, runInBackground } from '../../memory/chunked.ts';

/** Views of a venue: one number for each watched day, newest first. */
export type VenueViews = {
  readonly id: string;
  readonly name: string;
  readonly customerId: string;
  readonly views: number[];
  /** All views of the newest day, including invalid ones. */
  allViews: number;
};
type Day = { readonly startMs: number; readonly endMs: number };
type Placed = Pair & { readonly venue: VenueViews };

/** Outlets per query. Other requests run between two queries, at any network size. */
const STEP = 20_000;

/** Views of all venues that have outlets now, by venue. */
export async function readVenueViews(
  figures: Pick<Figures, 'network' | 'cells'>,
  days: readonly Day[],
): Promise<ReadonlyMap<string, VenueViews>> {
  const { holdings } = await figures.network();
  const venues = new Map<string, VenueViews>();
  let step: Placed[] = [];
  for (const outlets of holdings.values()) {
    await runInBackground(
      forEachChunked(outlets.values(), ({ customer, endedAt, outlet, venue: { id, name } }) => {
        if (endedAt !== null || customer.deleted) return;
        const made = { id, name, customerId: customer.id, views: days.map(() => 0), allViews: 0 };
        const venue = venues.get(id) ?? made;
        venues.set(id, venue);
        step.push({ customerKey: customer.key, outletKey: outlet.key, venue });
      }),
    );
    for (; step.length >= STEP; step = step.slice(STEP)) await addViews(figures, days, step.slice(0, STEP));
  }
  if (step.length > 0) await addViews(figures, days, step);
  return venues;
}

async function addViews(
  figures: Pick<Figures, 'cells'>,
  days: readonly Day[],
  placed: readonly Placed[],
): Promise<void> {
  const venues = [...new Set(placed.map(({ venue }) => venue))];
  const numberOf = new Map(venues.map((venue, at) => [venue, at + 1]));
  const groups = placed.map(({ venue, ...pair }) => ({ ...pair, group: numberOf.get(venue) ?? 0 }));
  const column = groupColumn(await runInBackground(runsOf(groups)));
  for (const [at, day] of days.entries()) {
    const question: CellsQuestion = {
      scope: { kind: 'all' },
      customerKey: null,
      range: day,
      withInvalid: at === 0,
      knownOn: null,
      columns: [column],
      filters: { customers: [...new Set(placed.map(({ customerKey }) => customerKey))] },
    };
    for (const { allViews, of, views } of await figures.cells(question)) {
      const venue = venues[Number(of[0]) - 1];
      if (venue === undefined) continue;
      venue.views[at] = (venue.views[at] ?? 0) + views;
      if (at === 0) venue.allViews += allViews;
    }
  }
}
