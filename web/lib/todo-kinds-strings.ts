import type { TodoKind } from '#contract/todo.ts';
import type { Noun } from '#domain/counted.ts';

type KindStrings = {
  /** Heading of the group. */
  readonly title: string;
  /** What a group counts, on the dashboard. */
  readonly noun: Noun;
  /** Button of an item. */
  readonly open: string;
  /** Name of an item that has none. */
  readonly unnamed?: string;
};

/** Texts of each kind. */
export const todoKindStrings: Readonly<Record<TodoKind, KindStrings>> = {
  notice: { title: 'System problems', noun: { one: 'system problem', other: 'system problems' }, open: 'View health' },
  alert: { title: 'Alerts', noun: { one: 'alert', other: 'alerts' }, open: 'View' },
  failed_job: { title: 'Failed jobs', noun: { one: 'failed job', other: 'failed jobs' }, open: 'View health' },
  flight_review: {
    title: 'Flights to review',
    noun: { one: 'flight to review', other: 'flights to review' },
    open: 'Review',
  },
  flight_change: {
    title: 'Flight changes to review',
    noun: { one: 'change to review', other: 'changes to review' },
    open: 'Review',
  },
  returned_flight: {
    title: 'Returned flights',
    noun: { one: 'returned flight', other: 'returned flights' },
    open: 'Edit flight',
  },
  creative: {
    title: 'Creatives to approve',
    noun: { one: 'creative to approve', other: 'creatives to approve' },
    open: 'Decide',
  },
  dispute: { title: 'Open disputes', noun: { one: 'dispute', other: 'disputes' }, open: 'Decide' },
  payout_run: {
    title: 'Payout runs to approve',
    noun: { one: 'payout run to approve', other: 'payout runs to approve' },
    open: 'Approve',
  },
  refund: {
    title: 'Refunds to approve',
    noun: { one: 'refund to approve', other: 'refunds to approve' },
    open: 'Approve',
  },
  account_change: {
    title: 'Payout accounts to confirm',
    noun: { one: 'account to confirm', other: 'accounts to confirm' },
    open: 'Confirm',
  },
  payout_account: {
    title: 'Payout account',
    noun: { one: 'payout account missing', other: 'payout accounts missing' },
    open: 'Add account',
    unnamed: 'Add a bank account to receive payouts.',
  },
  overdue: {
    title: 'Overdue invoices',
    noun: { one: 'overdue balance', other: 'overdue balances' },
    open: 'View balance',
  },
  sign_up: { title: 'Sign-ups to link', noun: { one: 'sign-up to link', other: 'sign-ups to link' }, open: 'Link' },
  message: { title: 'Unread messages', noun: { one: 'unread message', other: 'unread messages' }, open: 'Read' },
  news: { title: 'News', noun: { one: 'unread notification', other: 'unread notifications' }, open: 'View' },
};
