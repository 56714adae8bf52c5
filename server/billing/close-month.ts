import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { type PaperChoice, paperFor } from '#domain/paper.ts';
import type { EventsStore } from '#event-store/operations.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import { type Delivery, deliveriesClosed } from '../ledger/ledger.ts';
import { yieldInBackground } from '../lib/yield-thread.ts';
import { mapChunked, runInBackground } from '../memory/chunked.ts';
import type { NetworkMemory } from '../network/snapshot/network-memory.ts';
import type { NetworkCustomer } from '../network/snapshot/network-parts.ts';
import { findUndocumented } from './adjustments-queries.ts';
import {
  type DraftLine,
  type Drafts,
  draftAdjustments,
  draftDelivery,
  inPrintedOrder,
  type Names,
} from './draft-documents.ts';
import * as queries from './drafts-queries.ts';
import { LAYOUT } from './draw-document.ts';
import { finishDocuments } from './finish-document.ts';
import { insertJudged, type JudgedRow } from './judged-queries.ts';
import { lateSums } from './late-sums.ts';
import { arrivalClock } from './month-events-queries.ts';
import { changeMonth, findMonths, holdMonth, type MonthRow, noteLook } from './months-queries.ts';
import { findPaperChoice } from './paper-choice-queries.ts';
import { readMonth } from './read-month.ts';
import { readUnsigned } from './unsigned-events-queries.ts';
import { type UnsignedSums, unsignedColumns } from './unsigned-views.ts';

export type Closing = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsStore, 'engine' | 'seal'>;
  readonly network: NetworkMemory;
  readonly currency: string;
  readonly timeZone: string;
  readonly now: () => number;
  /** How long an insert that started before the cut-off can take. */
  readonly settleMs: number;
  /** Number of documents that one transaction finalizes. */
  readonly documentsAtOnce: number;
  /**
   * Events that arrived at or after this time (epoch ms) count as late, even though the month is closed later. Null
   * means the current time.
   */
  readonly arrivedBefore?: number | null;
};

export type ClosedMonth = { readonly month: string; readonly documents: number; readonly lost: readonly string[] };

/** How long late events can arrive after the end of a month. One last search after this time finds them all. */
const WATCHED_MS = (LATEST_DAYS_LATE + 1) * DAY_MS;
/**
 * Number of rows per chunk. Reports wait while a chunk is written: chunks of 1,000 rows delayed half of the reports by
 * 60 ms (measured).
 */
const ROWS_AT_ONCE = 250;
const ENTRIES_AT_ONCE = 10;
const AUTHOR = 'closing of months';

/**
 * Closes a month by finalizing its documents.
 * 1. Take over the month (`holdMonth`).
 * 2. Choose a cut-off and store the drafts (`writeDrafts`). This fixes the content of the documents.
 * 3. Book the month's delivery in the ledger (`bookDelivery`).
 * 4. Number and draw the documents (`finishDocuments`), then mark the month final.
 * Each step is atomic. If the process is killed at any point, another run starts over and gets the same result.
 */
export async function closeMonth(
  closing: Closing,
  { month, fromMs, toMs }: { readonly month: string; readonly fromMs: number; readonly toMs: number },
): Promise<ClosedMonth> {
  const { accounts } = closing;
  const held = { month, holder: randomUUID() };
  await holdMonth(accounts, { month, fromMs, toMs }, held.holder);
  const months = await findMonths(accounts);
  const own = months.find((one) => one.month === month);
  if (own === undefined || own.final_at !== null) return { month, documents: 0, lost: [] };
  const lost = own.read_at === null ? await writeDrafts(closing, held, own, months) : [];
  await bookDelivery(closing, held);
  const documents = await finishDocuments(closing, held);
  await accounts.transaction().execute(async (tx) => {
    const at = closing.now();
    await changeMonth(tx, held, { final_at: at });
    const who = { actorId: null, actor: AUTHOR, ip: '' };
    await writeAudit(tx, { ...who, at, action: 'month.closed', subject: month, detail: { documents } });
  });
  return { month, documents, lost };
}

type Held = { readonly month: string; readonly holder: string };

/**
 * Stores the drafts. Returns the months whose late events are not billed, because the store has lost some of their
 * billed events.
 */
async function writeDrafts(
  closing: Closing,
  held: Held,
  own: MonthRow,
  months: readonly MonthRow[],
): Promise<string[]> {
  const { accounts, events } = closing;
  // An earlier attempt may have created its drafts before more events arrived.
  await wipe(closing, held);
  const { arrivedBefore = null } = closing;
  const cutOff =
    arrivedBefore === null ? (await arrivalClock(events.engine)) + 1 : Math.floor(arrivedBefore / SECOND_MS);
  // Wait until the second that contains the cut-off is over and the inserts in progress have finished.
  await pause(Math.max(0, 1_000 + closing.settleMs));
  const watched = months.filter(
    ({ final_at: final, to_at: to, looked_until: looked }) =>
      final !== null && to < own.to_at && (looked ?? 0) * 1_000 < to + WATCHED_MS,
  );
  const names = await findNames(closing);
  const drafts: Drafts = new Map();
  const pairs: queries.PairRow[] = [];
  const lost: string[] = [];
  for (const past of [...watched, own]) {
    const sums = await readMonth(events, { fromMs: past.from_at, toMs: past.to_at }, cutOff);
    const isOwn = past === own;
    const left = isOwn ? sums : await lateSums(accounts, sums, { month: past.month, closing: own.month });
    if (left === null) lost.push(past.month);
    else await runInBackground(draftDelivery(drafts, pairs, left, { names, month: past.month, closing: own.month }));
  }
  draftAdjustments(drafts, await findUndocumented(accounts), { names, closing: own.month });
  const unsigned = await readUnsigned(events, { fromMs: own.from_at, toMs: own.to_at }, cutOff);
  await storeDrafts(closing, held, { drafts, pairs, cutOff, unsigned });
  await accounts.transaction().execute(async (tx) => {
    await changeMonth(tx, held, { read_at: closing.now(), cut_off_at: cutOff, looked_until: cutOff });
    for (const { month } of watched) await noteLook(tx, month, cutOff);
  });
  return lost;
}

async function findNames({ accounts, network, now }: Closing): Promise<Names> {
  const { snapshot } = await network.current();
  const flights = await queries.findFlightNames(accounts);
  return { network: await snapshot.whole(now()), flights: new Map(flights.map(({ key, ...name }) => [key, name])) };
}

/** Writes rows in chunks, so that other writers can run between two chunks. */
async function inSteps<Row>(
  { accounts }: Closing,
  held: Held,
  rows: readonly Row[],
  size: number,
  write: (tx: AccountsDb, group: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += size) {
    await yieldInBackground();
    await accounts.transaction().execute(async (tx) => {
      await changeMonth(tx, held, {});
      await write(tx, rows.slice(at, at + size));
    });
  }
}

async function wipe(closing: Closing, held: Held): Promise<void> {
  const drafts = await queries.findDrafts(closing.accounts, held.month);
  const ids = drafts.map(({ id }) => id);
  await inSteps(closing, held, ids, 10, queries.deleteDrafts);
  await closing.accounts.transaction().execute(async (tx) => {
    await changeMonth(tx, held, {});
    await queries.deletePairs(tx, held.month);
  });
}

async function storeDrafts(
  closing: Closing,
  held: Held,
  {
    drafts,
    pairs,
    cutOff,
    unsigned,
  }: { drafts: Drafts; pairs: queries.PairRow[]; cutOff: number; unsigned: UnsignedSums },
): Promise<void> {
  const { month } = held;
  const recipients = await queries.findRecipients(closing.accounts);
  const choice = await findPaperChoice(closing.accounts);
  const own = { month, currency: closing.currency, time_zone: closing.timeZone, cut_off_at: cutOff, layout: LAYOUT };
  const documents = await runInBackground(
    mapChunked(drafts.values(), ({ kind, customer, lines }) => ({
      ...draftDocument(kind, customer, recipients.get(customer.id), { ...own, choice }),
      ...(kind === 'invoice' ? unsignedColumns(lines, unsigned.get(customer.key)) : {}),
    })),
  );
  await inSteps(closing, held, documents, ROWS_AT_ONCE, queries.insertDrafts);
  let lines: queries.LineRow[] = [];
  const judgedLines: JudgedRow[] = [];
  for (const { kind, customer, lines: drafted } of drafts.values()) {
    const id = `${kind}-${month}-${customer.id}`;
    for (const [place, line] of (await runInBackground(inPrintedOrder(drafted))).entries()) {
      lines.push(placedLine(line, { id, kind, place }));
      for (const one of line.judged ?? []) judgedLines.push({ ...one, document_id: id, place });
    }
    if (lines.length < ROWS_AT_ONCE) continue;
    await inSteps(closing, held, lines, ROWS_AT_ONCE, queries.insertLines);
    lines = [];
  }
  await inSteps(closing, held, lines, ROWS_AT_ONCE, queries.insertLines);
  await inSteps(closing, held, judgedLines, ROWS_AT_ONCE, insertJudged);
  await inSteps(closing, held, pairs, ROWS_AT_ONCE, queries.insertPairs);
}

function draftDocument(
  kind: DocumentKind,
  { id, key, name }: NetworkCustomer,
  recipient: queries.Recipient | undefined,
  {
    choice,
    ...own
  }: Pick<queries.DocumentRow, 'month' | 'currency' | 'time_zone' | 'cut_off_at' | 'layout'> & {
    readonly choice: PaperChoice;
  },
): queries.DocumentRow {
  return {
    ...own,
    id: `${kind}-${own.month}-${id}`,
    kind,
    customer_id: id,
    customer_key: key,
    customer_name: name,
    customer_address: recipient?.billing_address ?? '',
    customer_tax_id: recipient?.tax_id ?? '',
    number: null,
    total_cents: null,
    carried_micros: null,
    final_at: null,
    due_at: null,
    pdf_sha256: null,
    lines_sha256: null,
    ledger_seq: null,
    ledger_head: null,
    counted_views: null,
    unsigned_views: null,
    unsigned_micros: null,
    letterhead_id: null,
    paper: paperFor(choice, recipient?.country ?? '', own.time_zone),
    corrects: '',
  };
}

/** Copies property by property, because spreads are slow and the number of lines equals the number of outlets. */
function placedLine(
  line: DraftLine,
  { id, kind, place }: { readonly id: string; readonly kind: DocumentKind; readonly place: number },
): queries.LineRow {
  const micros = kind === 'statement' ? line.owner_micros : line.amount_micros;
  return {
    document_id: id,
    place,
    kind: line.kind,
    month: line.month,
    of_key: line.of_key,
    part: line.part,
    item: line.item,
    mark: line.mark,
    views: line.views,
    clicks: line.clicks,
    burns: line.burns,
    amount_micros: line.amount_micros,
    owner_micros: line.owner_micros,
    micros,
    adjustment_id: line.adjustment_id ?? null,
  };
}

/**
 * Books one entry per owner and delivery month. Owners and the network earn what their advertisers owe, even for
 * amounts without documents.
 */
async function bookDelivery(closing: Closing, held: Held): Promise<void> {
  const { network } = await findNames(closing);
  const idOf = (key: number) => {
    const customer = network.customerByKey.get(key);
    if (customer === undefined) throw new Error(`There is no customer number ${key}`);
    return customer.id;
  };
  const deliveries = new Map<string, Delivery & { parts: Delivery['parts'][number][] }>();
  for await (const pair of queries.findPairsOf(closing.accounts, held.month)) {
    const key = `${pair.month} ${pair.owner_key}`;
    const fresh = { month: pair.month, closing: held.month, ownerId: idOf(pair.owner_key), parts: [] };
    const delivery = deliveries.get(key) ?? fresh;
    deliveries.set(key, delivery);
    const amounts = { amount: pair.amount_micros, owner: pair.owner_micros };
    delivery.parts.push({ advertiserId: idOf(pair.advertiser_key), ...amounts });
  }
  await inSteps(closing, held, [...deliveries.values()], ENTRIES_AT_ONCE, (tx, group) =>
    deliveriesClosed(tx, group, { at: closing.now(), author: AUTHOR }),
  );
}
