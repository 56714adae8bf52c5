import { campaignWithFlight } from '#domain/flight-name.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import type { Chunked } from '../memory/chunked.ts';
import { forEachChunked, sortChunked } from '../memory/chunked.ts';
import type { NetworkCustomer } from '../network/snapshot/network-parts.ts';
import type { Network } from '../network/snapshot/whole-network.ts';
import type { AdjustmentRow } from './adjustments-queries.ts';
import type { LineRow, PairRow } from './drafts-queries.ts';
import type { Judged } from './judged-queries.ts';
import type { SumRow, Sums } from './month-events-queries.ts';
import type { JudgedSums, MonthSums } from './read-month.ts';

/** A line that does not have a document and a place yet. */
export type DraftLine = Omit<LineRow, 'document_id' | 'place' | 'micros' | 'adjustment_id'> & {
  readonly adjustment_id?: string;
  /** The line's invalid events, by reason. */
  readonly judged?: readonly Judged[];
};

/** Each customer's lines, keyed by document kind and customer. */
export type Drafts = Map<string, { kind: DocumentKind; customer: NetworkCustomer; lines: DraftLine[] }>;

export type Names = { readonly network: Network; readonly flights: ReadonlyMap<number, FlightName> };
export type FlightName = { readonly code: string; readonly label: string; readonly campaign: string };

/**
 * Turns a month's delivery into lines and ledger pairs. If the month was closed before, includes only the part added
 * since then.
 */
export function* draftDelivery(
  drafts: Drafts,
  pairs: PairRow[],
  sums: MonthSums,
  { names, month, closing }: { readonly names: Names; readonly month: string; readonly closing: string },
): Chunked<void> {
  const kind: 'delivery' | 'late' = month === closing ? 'delivery' : 'late';
  // Copies property by property: spreads take five times as long (measured), and the number of lines equals the number
  // of outlets.
  const line = (ofKey: number, row: Sums, called: Called, judged: readonly Judged[]): DraftLine => ({
    kind,
    month,
    of_key: ofKey,
    part: called.part,
    item: called.item,
    mark: called.mark,
    views: row.views,
    clicks: row.clicks,
    burns: row.burns,
    amount_micros: row.amount,
    owner_micros: row.owner,
    judged,
  });
  yield* forEachChunked(withJudged(sums.outlets, sums.judged.outlets), ([row, judged]) => {
    const called = outletCalled(names, row.ownerKey, row.outletKey);
    linesOf(drafts, 'statement', customerOf(names, row.ownerKey)).push(line(row.outletKey, row, called, judged));
  });
  yield* forEachChunked(withJudged(sums.flights, sums.judged.flights), ([row, judged]) => {
    const called = flightCalled(names, row.flightKey);
    linesOf(drafts, 'invoice', customerOf(names, row.advertiserKey)).push(line(row.flightKey, row, called, judged));
  });
  yield* forEachChunked(sums.pairs.values(), ({ ownerKey, advertiserKey, amount, owner }) => {
    if (amount === 0 && owner === 0) return;
    const keys = { closing, month, owner_key: ownerKey, advertiser_key: advertiserKey };
    pairs.push({ ...keys, amount_micros: amount, owner_micros: owner });
  });
}

/** Drafts lines for adjustments since the last documents: for the owner by outlet, for the advertiser by flight. */
export function draftAdjustments(
  drafts: Drafts,
  rows: readonly AdjustmentRow[],
  { names, closing }: { readonly names: Names; readonly closing: string },
): void {
  for (const row of rows) {
    // House ads and unpaid events have a credit of zero. House ads also have no advertiser.
    if (row.amount_micros === 0 && row.owner_micros === 0) continue;
    const line = {
      kind: 'adjustment' as const,
      month: row.day?.slice(0, 7) ?? closing,
      adjustment_id: row.id,
      views: 0,
      clicks: 0,
      burns: 0,
      amount_micros: row.amount_micros,
      owner_micros: row.owner_micros,
    };
    // Key 0 means no customer, so there is no document for that side.
    if (row.owner_key !== 0) {
      const key = row.outlet_key;
      const called = key === null ? aboutNothing(row) : { of_key: key, ...outletCalled(names, row.owner_key, key) };
      linesOf(drafts, 'statement', customerOf(names, row.owner_key)).push({ ...line, ...called });
    }
    if (row.advertiser_key !== 0) {
      const key = row.flight_key;
      const called = key === 0 ? aboutNothing(row) : { of_key: key, ...flightCalled(names, key) };
      linesOf(drafts, 'invoice', customerOf(names, row.advertiser_key)).push({ ...line, ...called });
    }
  }
}

type Called = Pick<LineRow, 'part' | 'item' | 'mark'>;

function outletCalled({ network }: Names, ownerKey: number, outletKey: number): Called {
  const holding = network.holdings.get(ownerKey)?.get(outletKey);
  const outlet = holding?.outlet ?? network.outletByKey.get(outletKey);
  return { part: holding?.venue.name ?? '', item: outlet?.label ?? '', mark: outlet?.eui ?? '' };
}

function flightCalled({ flights }: Names, flightKey: number): Called {
  const { code = '', label = '', campaign = '' } = flights.get(flightKey) ?? {};
  return { part: campaignWithFlight({ campaign, label }), item: code, mark: '' };
}

/** Returns a line's labels for an adjustment without an outlet or flight. The reason is shown instead. */
export const aboutNothing = ({ reason }: { readonly reason: string }) => ({
  of_key: 0,
  part: 'Adjustment',
  item: reason,
  mark: '',
});

const isNothing = ({ views, clicks, burns, amount, owner }: SumRow) =>
  views === 0 && clicks === 0 && burns === 0 && amount === 0 && owner === 0;

/** Joins each row of valid events with its invalid events. Also yields rows that have only invalid events. */
function* withJudged(
  sums: ReadonlyMap<string, SumRow>,
  judged: JudgedSums,
): Iterable<readonly [SumRow, readonly Judged[]]> {
  for (const [key, row] of sums) {
    const own = judgedOf(judged.get(key));
    if (!isNothing(row) || own.length > 0) yield [row, own];
  }
  for (const [key, reasons] of judged) {
    const [own, [first]] = [judgedOf(reasons), reasons.values()];
    if (first !== undefined && own.length > 0 && !sums.has(key)) yield [{ ...first, ...NOTHING }, own];
  }
}

const NOTHING: Sums = { views: 0, clicks: 0, burns: 0, amount: 0, owner: 0 };

const NONE: readonly Judged[] = [];

const judgedOf = (
  reasons: JudgedSums extends Map<string, infer Reasons> ? Reasons | undefined : never,
): readonly Judged[] => (reasons === undefined ? NONE : listJudged(reasons));

const listJudged = (reasons: JudgedSums extends Map<string, infer Reasons> ? Reasons : never): readonly Judged[] =>
  [...reasons]
    .map(([reason, { views, clicks, burns, amount, owner }]) => ({
      reason,
      views,
      clicks,
      burns,
      amount_micros: amount,
      owner_micros: owner,
    }))
    .filter(({ views, clicks, burns }) => views + clicks + burns > 0)
    .toSorted((one, other) => order(one.reason, other.reason));

function linesOf(drafts: Drafts, kind: DocumentKind, customer: NetworkCustomer): DraftLine[] {
  const key = `${kind}-${customer.id}`;
  const known = drafts.get(key);
  if (known) return known.lines;
  const lines: DraftLine[] = [];
  drafts.set(key, { kind, customer, lines });
  return lines;
}

/** Returns the customer with this key. Customers are never deleted, so an event's customer always exists. */
function customerOf({ network }: Names, key: number): NetworkCustomer {
  const customer = network.customerByKey.get(key);
  if (customer === undefined)
    throw new Error(`There are events of customer number ${key}, which the network does not have`);
  return customer;
}

const KINDS = ['delivery', 'late', 'adjustment', 'carried', 'carried-on'];

/** Sorts lines in printed order: by kind, then by name. An owner may have a hundred thousand lines. */
export const inPrintedOrder = (lines: readonly DraftLine[]): Chunked<DraftLine[]> =>
  sortChunked(lines, ({ kind, month, part, item, mark, of_key: key }) =>
    // The separator does not occur in any text, and it sorts before all other characters.
    [KINDS.indexOf(kind), month, part, item, mark, String(key).padStart(MOST_DIGITS, '0')].join('\0'),
  );

const MOST_DIGITS = 16;

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
