import { monthBounds, monthOf, nextMonth } from '#domain/billing-month.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { campaignWithFlight } from '#domain/flight-name.ts';
import { knownSecond } from '#domain/known-second.ts';
import type { Scope } from '#domain/role.ts';
import { wallClock } from '#domain/zoned-day.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { runChunked } from '../memory/chunked.ts';
import type { NetworkCustomer } from '../network/snapshot/network-parts.ts';
import type { Network } from '../network/snapshot/whole-network.ts';
import { numberText } from './document-words.ts';
import { aboutNothing, type DraftLine, inPrintedOrder } from './draft-documents.ts';
import { findDocumentBefore, findFlightNames } from './drafts-queries.ts';
import { findTold, type ToldRow, wasUntold } from './judged-queries.ts';
import { findMonths, type MonthRow } from './months-queries.ts';
import { sumUnbilled, type UnbilledQuestion, type UnbilledRow } from './unbilled-events-queries.ts';
import { findBookedOf, findFinalMonths, findWaitingAdjustments } from './unbilled-queries.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: EventsReader;
  readonly figures: { network(): Promise<Network> };
  readonly config: { readonly networkTimeZone: string; readonly firstMonth: string | null };
  readonly now: () => number;
};

/** A line with the amount that it contributes to its document. */
export type Line = DraftLine & { readonly micros: number };

/** A customer's document as it would be if its month were closed at the requested time. */
export type UnbilledDocument = {
  readonly kind: 'statement' | 'invoice';
  readonly month: string;
  readonly state: 'open' | 'closing';
  readonly customer: NetworkCustomer;
  readonly lines: readonly Line[];
  readonly span: { readonly fromMs: number; readonly toMs: number };
  /** Late events that arrived before this cut-off (seconds of the store's clock) are on earlier documents. */
  readonly billedUntil: number;
};

export const kindOf = ({ kind }: NetworkCustomer): 'statement' | 'invoice' =>
  kind === 'property' ? 'statement' : 'invoice';

/** Maximum number of unfinished months to show: the running month, and earlier months that are not closed yet. */
const MOST_MONTHS = 3;
const WATCHED_MS = (LATEST_DAYS_LATE + 1) * DAY_MS;

type Span = Pick<MonthRow, 'month' | 'from_at' | 'to_at'>;
type Asked = {
  readonly scope: Scope;
  readonly customer: NetworkCustomer;
  /** Epoch ms; null means now. */
  readonly knownOn: number | null;
};

/**
 * Returns the months that had begun but were not final at that time, newest first, and the months that were final.
 * While a month is being closed, it counts as final for customers that already have a document for that month.
 */
async function monthsAt({ accounts, config }: Needs, customer: NetworkCustomer, atMs: number) {
  const stored = await findMonths(accounts);
  const asked = { kind: kindOf(customer), customerKey: customer.key, knownOn: atMs };
  const told = await findFinalMonths(accounts, asked);
  const final = stored.filter(({ month, final_at: at }) => (at !== null && at <= atMs) || told.has(month));
  const zone = config.networkTimeZone;
  const current = monthOf(wallClock(atMs, zone).date);
  const last = final.at(-1);
  const open: Span[] = [];
  let month =
    last === undefined ? monthOf(wallClock(monthBounds(current, zone).fromMs - 1, zone).date) : nextMonth(last.month);
  if (last === undefined && config.firstMonth !== null && config.firstMonth > month) month = config.firstMonth;
  let fromMs = last?.to_at ?? monthBounds(month, zone).fromMs;
  while (month <= current) {
    const { toMs } = monthBounds(month, zone);
    open.push({ month, from_at: fromMs, to_at: toMs });
    [month, fromMs] = [nextMonth(month), toMs];
  }
  return { open: open.slice(-MOST_MONTHS).reverse(), final, next: open[0]?.month };
}

/** Returns a customer's unbilled documents, newest month first. */
export async function unbilledDocuments(needs: Needs, asked: Asked, only?: string): Promise<UnbilledDocument[]> {
  const atMs = asked.knownOn ?? needs.now();
  const { open, final, next } = await monthsAt(needs, asked.customer, atMs);
  // As in closing, search for late events of a month until no more can arrive.
  const billedUntil = Math.max(0, ...final.map(({ cut_off_at: at }) => at ?? 0));
  const past = final.filter(({ to_at: to }) => billedUntil * 1_000 < to + WATCHED_MS);
  if (asked.knownOn !== null) await refuseRemoved(needs.events, [...open, ...past]);
  const documents: UnbilledDocument[] = [];
  for (const span of open.filter(({ month }) => only === undefined || month === only)) {
    const isNext = span.month === next;
    const lines = await linesOf(needs, asked, span, { past: isNext ? past : null, billedUntil });
    const state = span.to_at > atMs ? 'open' : 'closing';
    documents.push({
      kind: kindOf(asked.customer),
      month: span.month,
      state,
      customer: asked.customer,
      lines,
      billedUntil,
      span: { fromMs: span.from_at, toMs: span.to_at },
    });
  }
  return documents;
}

/**
 * Throws if the months include removed events. Removed events have no arrival time, so their state at a past time is
 * unknown.
 */
async function refuseRemoved(events: EventsReader, months: readonly Span[]): Promise<void> {
  const { archive } = await events.seal();
  if (months.every(({ from_at: fromMs }) => fromMs >= archive.endMs)) return;
  throw new AppError(
    'invalid',
    `Events before ${isoDateOf(archive.endMs)} were removed, so documents as of that day can’t be calculated. Choose a later known_on.`,
  );
}

/**
 * Returns the unbilled document with this ID, as of `knownOn`. Undefined if the document is final, not started, or
 * outside the scope.
 */
export async function findUnbilled(
  needs: Needs,
  { scope, id, knownOn }: { readonly scope: Scope; readonly id: string; readonly knownOn: number | null },
): Promise<UnbilledDocument | undefined> {
  const [, kind, month, customerId] = /^(statement|invoice)-(\d{4}-\d{2})-(.+)$/.exec(id) ?? [];
  const customer = (await needs.figures.network()).customerById.get(customerId ?? '');
  const isOwn = scope.kind === 'all' || scope.customerId === customer?.id;
  if (customer === undefined || month === undefined || !isOwn || kindOf(customer) !== kind) return undefined;
  const [unbilled] = await unbilledDocuments(needs, { scope, customer, knownOn }, month);
  return unbilled;
}

/**
 * Returns the lines for the month's delivery. The next month to be closed also gets late events, adjustments and the
 * carried-over amount.
 */
async function linesOf(
  needs: Needs,
  asked: Asked,
  span: Span,
  { past, billedUntil }: { readonly past: readonly MonthRow[] | null; readonly billedUntil: number },
): Promise<Line[]> {
  const { customer, knownOn } = asked;
  const kind = kindOf(customer);
  const question = { kind, customerKey: customer.key, arrivedBefore: knownSecond(knownOn) };
  const name = await namer(needs, customer);
  const read = async (month: Span, lineKind: 'delivery' | 'late', arrivedFrom: number | null): Promise<DraftLine[]> => {
    const time = { fromMs: month.from_at, toMs: month.to_at, arrivedFrom } satisfies Partial<UnbilledQuestion>;
    const rows = await sumUnbilled(needs.events, asked.scope, { ...question, ...time });
    return linesOfRows(kind, rows).map((line) => ({
      kind: lineKind,
      month: month.month,
      ...name(line.of_key),
      ...line,
    }));
  };
  const delivery = await read(span, 'delivery', null);
  const adjusted = past !== null ? await adjustmentsOf(needs, asked, { name, closing: span.month }) : [];
  const late: DraftLine[] = [];
  for (const month of past ?? []) {
    // The table with arrival times is not sorted by advertiser, so a query would read the whole month for a few events.
    const isSum = kind === 'invoice' && knownOn === null;
    const rows = await read(month, 'late', isSum ? null : billedUntil);
    const left = isSum ? await withoutBooked(needs, customer, rows, month.month) : rows;
    const told = (await wasUntold(needs.accounts, month.month)) ? left.flatMap(withoutJudged) : left;
    for (const line of told) late.push(line);
  }
  const lines = (await runChunked(inPrintedOrder([...delivery, ...late, ...adjusted]))).map((line) => ({
    ...line,
    micros: kind === 'statement' ? line.owner_micros : line.amount_micros,
  }));
  const carried = past !== null && lines.length > 0 ? await carriedLine(needs, asked, span.month) : [];
  return [...lines, ...carried];
}

/** Subtracts the sums on final documents, as in closing. Returns no rows if billed events are missing. */
async function withoutBooked({ accounts }: Needs, customer: NetworkCustomer, rows: DraftLine[], month: string) {
  const booked = await findBookedOf(accounts, { kind: kindOf(customer), customerKey: customer.key, month });
  const left = new Map(rows.map((row) => [row.of_key, row]));
  for (const { ofKey, views, clicks, burns, amount } of booked) {
    const row = left.get(ofKey);
    if (row === undefined) return [];
    const counts = { views: row.views - views, clicks: row.clicks - clicks, burns: row.burns - burns };
    left.set(ofKey, { ...row, ...counts, amount_micros: row.amount_micros - amount });
  }
  const sums = [...left.values()].map((row) => [row.views, row.clicks, row.burns, row.amount_micros]);
  if (sums.some((each) => each.some((sum) => sum < 0))) return [];
  const told = await findTold(accounts, { kind: kindOf(customer), customerKey: customer.key, month });
  const without = [...left.values()].map((row) =>
    lessTold(
      row,
      told.filter(({ ofKey }) => ofKey === row.of_key),
    ),
  );
  return without.filter((row) => hasAny(row) || (row.judged ?? []).length > 0);
}

/** Merges the valid and invalid rows of an outlet or flight into one line. */
function linesOfRows(kind: 'statement' | 'invoice', rows: readonly UnbilledRow[]) {
  type Part = Pick<DraftLine, 'of_key' | 'views' | 'clicks' | 'burns' | 'amount_micros' | 'owner_micros' | 'judged'>;
  const lines = new Map<number, Part>();
  for (const { ofKey, reason, views, clicks, burns, amount, owner } of rows) {
    // Views without a campaign are on no invoice.
    if (kind === 'invoice' && ofKey === 0) continue;
    const nothing = { of_key: ofKey, views: 0, clicks: 0, burns: 0, amount_micros: 0, owner_micros: 0, judged: [] };
    const line = lines.get(ofKey) ?? nothing;
    const figures = { views, clicks, burns, amount_micros: amount, owner_micros: owner };
    const judged = reason === 'none' ? line.judged : [...(line.judged ?? []), { reason, ...figures }];
    lines.set(ofKey, { ...line, ...(reason === 'none' ? figures : {}), ...(judged === undefined ? {} : { judged }) });
  }
  return [...lines.values()];
}

const hasAny = (row: Pick<DraftLine, 'views' | 'clicks' | 'burns' | 'amount_micros'>): boolean =>
  row.views + row.clicks + row.burns + row.amount_micros > 0;

/** Drops invalid events, as in closing, for documents that do not show them. */
const withoutJudged = (line: DraftLine): DraftLine[] => (hasAny(line) ? [{ ...line, judged: [] }] : []);

function lessTold(line: DraftLine, told: readonly ToldRow[]): DraftLine {
  const judged = (line.judged ?? []).map((one) => {
    const known = told.find(({ reason }) => reason === one.reason);
    const less = (name: 'views' | 'clicks' | 'burns' | 'amount_micros' | 'owner_micros') =>
      one[name] - (known?.[name] ?? 0);
    const counts = { views: less('views'), clicks: less('clicks'), burns: less('burns') };
    return { reason: one.reason, ...counts, amount_micros: less('amount_micros'), owner_micros: less('owner_micros') };
  });
  return { ...line, judged: judged.filter(({ views, clicks, burns }) => views + clicks + burns > 0) };
}

type Namer = Awaited<ReturnType<typeof namer>>;

async function adjustmentsOf(
  { accounts, now }: Needs,
  { customer, knownOn }: Asked,
  { name, closing }: { readonly name: Namer; readonly closing: string },
): Promise<DraftLine[]> {
  const kind = kindOf(customer);
  const asked = { kind, customerKey: customer.key, knownOn: knownOn ?? now() };
  return (await findWaitingAdjustments(accounts, asked)).map(({ day, reason, outlet_key, flight_key, ...money }) => {
    const key = (kind === 'statement' ? outlet_key : flight_key) ?? 0;
    const called = key === 0 ? aboutNothing({ reason }) : { of_key: key, ...name(key) };
    const month = day?.slice(0, 7) ?? closing;
    return { kind: 'adjustment', month, ...called, views: 0, clicks: 0, burns: 0, ...money };
  });
}

async function carriedLine({ accounts, now }: Needs, { customer, knownOn }: Asked, month: string): Promise<Line[]> {
  const kind = kindOf(customer);
  const asked = { kind, customerKey: customer.key, month, knownOn: knownOn ?? now() };
  const before = await findDocumentBefore(accounts, asked);
  if (before?.carried_micros == null || before.carried_micros === 0) return [];
  const none = { of_key: 0, part: '', mark: '', views: 0, clicks: 0, burns: 0, amount_micros: 0, owner_micros: 0 };
  const item = numberText(kind, before.number ?? 0);
  return [{ ...none, kind: 'carried', month, item, micros: before.carried_micros }];
}

async function namer({ accounts, figures }: Needs, customer: NetworkCustomer) {
  if (kindOf(customer) === 'statement') {
    const network = await figures.network();
    const held = network.holdings.get(customer.key);
    return (key: number) => {
      const holding = held?.get(key);
      const outlet = holding?.outlet ?? network.outletByKey.get(key);
      return { part: holding?.venue.name ?? '', item: outlet?.label ?? '', mark: outlet?.eui ?? '' };
    };
  }
  const flights = new Map((await findFlightNames(accounts)).map(({ key, ...name }) => [key, name]));
  return (key: number) => {
    const { code = '', label = '', campaign = '' } = flights.get(key) ?? {};
    return { part: campaignWithFlight({ campaign, label }), item: code, mark: '' };
  };
}
