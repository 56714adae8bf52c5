import type { InvalidReason } from '#contract/ingest.ts';
import { OBJECTION_DAYS } from '#contract/objections.ts';
import { counted } from '#domain/counted.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { shownCount } from '../paper/shown-numbers.ts';

/** The wording of documents that depends on their layout. */
export type PaperWords = {
  readonly timeZone: string;
  readonly cutOff: string;
  readonly taxId: string;
  readonly invalid: string;
  readonly late: (month: string) => string;
  readonly carried: string;
  readonly carriedOn: string;
  readonly pageEnd: string;
  readonly pageStart: string;
  readonly sum: string;
  readonly total: Readonly<Record<'invoice' | 'creditNote' | 'statement' | 'deduction', string>>;
  readonly note: string;
  readonly invalidHeading: string;
  readonly dispute: string;
  readonly reasons: Readonly<Record<InvalidReason, string>>;
  readonly unsigned: (views: { readonly all: number; readonly some: number; readonly month: string }) => string;
};

/** The names of the reasons in the first five layouts. */
const EARLIER_REASONS: Readonly<Record<InvalidReason, string>> = {
  play_forged: 'Forged play',
  play_expired: 'Expired play',
  play_elsewhere: 'Play of another outlet',
  play_mismatch: 'Another play',
  unsigned: 'Without a play',
  no_creative: 'No accepted creative',
  repeated: 'Repeated',
  paused: 'Flight paused',
  out_of_order: 'Too early for its view',
  backfill: 'Outlet not in contact then',
  over_budget: 'Over budget',
  visitor_pace: 'Visitor too fast',
  outlet_pace: 'Outlet too fast',
  data_centre: 'Data center',
  outlet_silent: 'Outlet silent',
  click_pattern: 'Unusual clicks',
  energy_pattern: 'Unusual energy',
  interval_pattern: 'Regular intervals',
  fingerprint_pattern: 'Unusual fingerprints',
  closed_hours: 'Outside opening hours',
  distant_venues: 'Visitor at distant venues',
  many_addresses: 'Key used from many addresses',
  outlet_share: 'Outlet has too much of a flight',
};

/** The wording of the first five layouts. Final documents use it, so it must never change. */
export const EARLIER_WORDS: PaperWords = {
  timeZone: 'Days of',
  cutOff: 'Events until',
  taxId: 'Tax id',
  invalid: 'Not counted',
  late: (month) => `late, of ${month}`,
  carried: 'Carried from the document before',
  carriedOn: 'Carried to the next document',
  pageEnd: 'Carried over to the next page',
  pageStart: 'Brought over from the page before',
  sum: 'Sum',
  total: {
    invoice: 'Total to be paid',
    creditNote: 'Total credited to you',
    statement: 'Total to be paid to you',
    deduction: 'Total taken off your next payment',
  },
  note: 'Lines are exact to the millionth; the total is in whole cents, rounded half to even, and what that leaves over is carried to the next document.',
  invalidHeading: 'Not counted, by reason',
  dispute: `What is not counted costs and earns nothing. The days and outlets stand under Traffic, where you can object within ${OBJECTION_DAYS} days.`,
  reasons: EARLIER_REASONS,
  unsigned: ({ all, some, month }) =>
    `Of the ${shownCount(all)} views of ${month}, ${shownCount(some)} were reported without a play`,
};

const WERE = { one: 'was', other: 'were' };

/** The wording since the sixth layout. */
const WORDS: PaperWords = {
  timeZone: 'Time zone',
  cutOff: 'Received until',
  taxId: 'Tax ID',
  invalid: 'Invalid',
  late: (month) => `late, ${month}`,
  carried: 'Carried from the previous document',
  carriedOn: 'Carried to the next document',
  pageEnd: 'Carried forward',
  pageStart: 'Brought forward',
  sum: 'Subtotal',
  total: {
    invoice: 'Total due',
    creditNote: 'Total credited to you',
    statement: 'Total payable to you',
    deduction: 'Deducted from your next payout',
  },
  note: 'Lines are exact to a millionth. The total is rounded to whole cents, half to even. The difference is carried to the next document.',
  invalidHeading: 'Invalid traffic by reason',
  dispute: `Invalid traffic is not charged and earns nothing. For days and outlets, see Traffic, where you can dispute it within ${OBJECTION_DAYS} days.`,
  reasons: REASON_WORDS,
  unsigned: ({ all, some, month }) =>
    `Of ${shownCount(all)} views in ${month}, ${counted(some, WERE)} reported without a play`,
};

const WORDS_SINCE = 6;

/** Returns the wording of a layout, or the current one. */
export const paperWords = (layout: number = WORDS_SINCE): PaperWords => (layout < WORDS_SINCE ? EARLIER_WORDS : WORDS);
