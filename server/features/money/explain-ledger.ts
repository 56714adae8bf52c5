import type { ExplainedBy, Explanation, FigureOfLedger } from '#contract/explain.ts';
import type { Scope } from '#domain/role.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { monthInWords } from '../../billing/document-words.ts';
import { ENTRY_KINDS } from '../../databases/accounts/ledger-tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { leftOut } from '../../explain/explain-page.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { findLedgerHead } from '../../ledger/ledger-queries.ts';
import * as queries from './explain-ledger-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

type Asked = {
  readonly figure: FigureOfLedger;
  /** Null means by booking, or by entry within one booking. */
  readonly by: ExplainedBy | null;
  readonly filters: string | undefined;
  readonly cursor: string | undefined;
};

const ENTRIES_AT_ONCE = 300;

/**
 * The ledger account and sign of each figure. Revenue is owed to no account, so the ledger stores it as a negative
 * amount.
 */
const ACCOUNTS = {
  cash: { name: 'network:cash', sign: 1n },
  earned: { name: 'network:revenue', sign: -1n },
} as const;

type Told = Awaited<ReturnType<typeof queries.sumBookings>>[number];

/** Explains the network's cash or revenue from its ledger: by booking, or by the entries in one or all bookings. */
export async function explainLedger(
  { accounts, config, figures, now }: Needs,
  scope: Scope,
  { figure, by, filters, cursor }: Asked,
): Promise<Explanation> {
  if (scope.kind !== 'all') throw new AppError('forbidden', 'Only administrators can see the ledger.');
  const booking = filters === undefined ? null : readBooking(filters);
  const choices: readonly ('booking' | 'entry')[] = booking === null ? ['booking', 'entry'] : ['entry'];
  const choice = choices.find((one) => one === by) ?? (by === null ? (choices[0] ?? 'entry') : null);
  if (choice === null)
    throw new AppError('invalid', 'The ledger can be broken down by booking or entry, and one booking by entry.');
  const question = await readQuestion(figures, () => scope, {}, now());
  const { name, sign } = ACCOUNTS[figure];
  // Both queries read the same entries, even if others are booked in between.
  const newest = (await findLedgerHead(accounts))?.seq ?? 0;
  const all = await queries.sumBookings(accounts, name, newest);
  const told = booking === null ? all : all.filter((one) => idOf(one) === idOf(booking));
  const total = sign * sumOf(told);
  const explained = {
    period: await figures.periodOf(question),
    figure,
    by: choice,
    choices: [...choices],
    unit: 'micro-dollars' as const,
    total: String(total),
    events: [],
  };
  if (choice === 'booking') return { ...explained, parts: partsOf(told, sign), left_out: null, next_cursor: null };
  const before = Math.min(newest + 1, cursor === undefined ? newest + 1 : readSeq(cursor));
  const entries = await queries.findBooked(accounts, name, { booking, before, limit: ENTRIES_AT_ONCE });
  const about = await queries.findAbout(
    accounts,
    entries.map(({ seq }) => seq),
  );
  const dayOf = (at: number) => wallClock(at, config.networkTimeZone).date;
  const count = told.reduce((sum, one) => sum + one.entries, 0);
  const last = entries.at(-1);
  return {
    ...explained,
    parts: entries.map(({ seq, at, reason, micros }) => ({
      id: String(seq),
      kind: null,
      events: 0,
      each: null,
      amount: String(sign * BigInt(micros)),
      label: [dayOf(at), reason, ...namesOf(about.get(seq))].join(' · '),
    })),
    left_out: leftOut({ parts: count - entries.length, amount: total - sign * sumOf(entries) }),
    next_cursor: last !== undefined && entries.length === ENTRIES_AT_ONCE ? String(last.seq) : null,
  };
}

const sumOf = (rows: readonly { readonly micros: number }[]): bigint =>
  rows.reduce((all, { micros }) => all + BigInt(micros), 0n);

const MOST_NAMES = 2;

/** Lists the customers' names, up to a limit, because an adjustment may concern many customers. */
const namesOf = (about: readonly { readonly name: string }[] = []): string[] => {
  const names = about.slice(0, MOST_NAMES).map(({ name }) => name);
  return about.length > MOST_NAMES ? [...names, `${about.length - MOST_NAMES} more`] : names;
};

/** Returns the parts, largest first. */
function partsOf(told: readonly Told[], sign: bigint): Explanation['parts'] {
  const size = ({ micros }: Told) => Math.abs(micros);
  return told
    .toSorted((one, other) => size(other) - size(one) || (idOf(one) < idOf(other) ? -1 : 1))
    .map((one) => ({
      id: idOf(one),
      label: labelOf(one),
      kind: null,
      events: one.entries,
      each: null,
      amount: String(sign * BigInt(one.micros)),
    }));
}

function labelOf({ kind, reason, way }: queries.Booking): string {
  switch (kind) {
    case 'delivery':
    case 'late':
      return reason.replace(/\d{4}-\d{2}/, monthInWords);
    case 'payment':
      return way < 0 ? 'Payments withdrawn' : 'Payments from advertisers';
    case 'payout':
      return way < 0 ? 'Payouts to owners' : 'Returned payouts';
    case 'adjustment':
      return 'Adjustments';
    case 'rounding':
      return 'Rounding to cents';
  }
}

const idOf = ({ kind, reason, way }: queries.Booking): string => `${kind} ${way} ${reason}`;

/**
 * Parses `{"booking":["payment 1 "]}`, the form in which a part gives its booking. Throws if the text is anything
 * else.
 */
function readBooking(filters: string): queries.Booking {
  const unknown = new AppError('invalid', 'Filter by one booking, with the ID of a part.');
  let asked: unknown;
  try {
    asked = JSON.parse(filters);
  } catch {
    throw unknown;
  }
  const { booking, ...others } = (typeof asked === 'object' && asked !== null ? asked : {}) as Record<string, unknown>;
  const [id, ...more] = Array.isArray(booking) ? (booking as unknown[]) : [];
  const [, word, way, reason = ''] = typeof id === 'string' ? (/^([a-z]+) (0|1|-1) (.{0,200})$/.exec(id) ?? []) : [];
  const kind = ENTRY_KINDS.find((one) => one === word);
  if (kind === undefined || more.length > 0 || Object.keys(others).length > 0) throw unknown;
  return { kind, way: Number(way), reason };
}

function readSeq(cursor: string): number {
  if (!/^[0-9]{1,15}$/.test(cursor))
    throw new AppError('invalid', 'This page link has expired. Start again from the first page.');
  return Number(cursor);
}
