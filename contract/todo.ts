import * as Type from 'typebox';
import type { Role } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Everything that can wait for a person, in the order of the screen, with the roles it waits for. A role sees no kind
 * that does not name it.
 */
export const TODO_KINDS = {
  notice: ['admin'],
  alert: ['admin', 'property', 'advertiser'],
  failed_job: ['admin'],
  flight_review: ['admin'],
  flight_change: ['admin'],
  returned_flight: ['advertiser'],
  creative: ['property'],
  dispute: ['admin'],
  payout_run: ['admin'],
  refund: ['admin'],
  account_change: ['admin'],
  payout_account: ['property'],
  overdue: ['admin', 'advertiser'],
  sign_up: ['admin'],
  message: ['admin'],
  news: ['admin', 'property', 'advertiser'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type TodoKind = keyof typeof TODO_KINDS;

/** Maximum number of items in a group. The group's count covers all of them. */
export const TODO_ITEMS = 5;

const TodoItem = Type.Object({
  id: Type.String(),
  /** What waits: a flight, a run, a sentence of an alert. */
  name: Type.String(),
  /** The customer or person it is about; '' if none. */
  about: Type.String(),
  /** In dollars. Null if the item has no amount. */
  amount: Type.Union([Type.Number(), Type.Null()]),
  /** Since when it waits. Null if unknown. */
  since: Type.Union([Type.String(), Type.Null()]),
  /** Path to the screen where it is decided. */
  path: Type.String(),
});
export type TodoItem = Type.Static<typeof TodoItem>;

const TodoGroup = Type.Object({
  kind: Type.Unsafe<TodoKind>(Type.Enum(Object.keys(TODO_KINDS))),
  /** Number of items that wait. Null if they could not be read; the other groups are still right. */
  count: Type.Union([Type.Integer(), Type.Null()]),
  /** The items that have waited longest. */
  items: Type.Array(TodoItem),
});
export type TodoGroup = Type.Static<typeof TodoGroup>;

export const getTodo = {
  method: 'GET',
  url: '/todo',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'What waits for the reader, by kind',
  schema: {
    response: {
      200: Type.Object({
        /** Number of items in all groups that could be read. */
        total: Type.Integer(),
        /** Groups with items, and groups that could not be read. */
        data: Type.Array(TodoGroup),
      }),
    },
  },
} as const satisfies Endpoint;
