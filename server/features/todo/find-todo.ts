import { KINDS_IN_TODO } from '#contract/notifications.ts';
import { TODO_ITEMS, TODO_KINDS, type TodoGroup, type TodoItem, type TodoKind } from '#contract/todo.ts';
import { DAY_MS } from '#domain/durations.ts';
import { flightName } from '#domain/flight-name.ts';
import { jobWords } from '#domain/job-words.ts';
import { findOpen } from '../../billing/find-open.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countUnreadNotifications, findUnreadNotifications } from '../../notifications/notifications-queries.ts';
import * as queries from './todo-queries.ts';

/** A failed job is listed for this long. It needs no act in the product, so nothing else removes it. */
const FAILED_JOB_MS = 7 * DAY_MS;

export type TodoReader = {
  readonly userId: string;
  readonly role: 'admin' | 'property' | 'advertiser';
  /** The reader's organization; null for administrators. */
  readonly customerId: string | null;
  /** Whether the reader is a visitor of a public demo, who sees no other person's data. */
  readonly isVisit: boolean;
};

type Found = { readonly count: number; readonly items: readonly TodoItem[] };

export type TodoNeeds = Pick<Dependencies, 'accounts' | 'notices' | 'now'> & {
  /** Finds the creatives that wait for a property's decision. The feature of campaigns provides it. */
  readonly findWaitingCreatives: (customerId: string) => Promise<Found>;
};

type Finder = (needs: TodoNeeds, reader: TodoReader) => Promise<Found>;

type ItemRow = { readonly id: string; readonly since: number | null; readonly total: number };

/** Turns rows into items. `describe` names what differs by kind. */
function itemsOf<Row extends ItemRow>(
  rows: readonly Row[],
  describe: (row: Row) => { name: string; path: string; about?: string; amount?: number },
): Found {
  const items = rows.map((row) => ({
    id: row.id,
    about: '',
    amount: null,
    since: row.since === null ? null : new Date(row.since).toISOString(),
    ...describe(row),
  }));
  return { count: queries.totalOf(rows), items };
}

const flightItem = ({
  id,
  code,
  label,
  campaign,
  customer,
}: {
  id: string;
  code: string;
  label: string;
  campaign: string;
  customer: string;
}) => ({
  name: `${flightName({ code, label })}, ${campaign}`,
  about: customer,
  path: `/admin/campaigns/flight/${id}`,
});

const idOf = ({ customerId }: TodoReader): string => customerId ?? '';

/** How each kind is found. A kind without an entry does not compile. */
const FINDERS: Readonly<Record<TodoKind, Finder>> = {
  notice: async ({ notices }) => {
    const all = await notices.list();
    const items = all.slice(0, TODO_ITEMS).map(({ kind, text, sinceMs }) => ({
      id: kind,
      name: text,
      about: '',
      amount: null,
      since: new Date(sinceMs).toISOString(),
      path: '/admin/health',
    }));
    return { count: all.length, items };
  },
  alert: async ({ accounts }, { customerId }) =>
    itemsOf(await queries.findOpenAlerts(accounts, customerId), ({ title, path }) => ({ name: title, path })),
  failed_job: async ({ accounts, now }) =>
    itemsOf(await queries.findFailedJobs(accounts, now() - FAILED_JOB_MS), ({ kind, failure }) => ({
      name: jobWords(kind),
      about: failure ?? '',
      path: '/admin/health',
    })),
  flight_review: async ({ accounts }) => itemsOf(await queries.findFlightsInReview(accounts), flightItem),
  flight_change: async ({ accounts }) => itemsOf(await queries.findProposals(accounts), flightItem),
  returned_flight: async ({ accounts }, reader) =>
    itemsOf(await queries.findReturnedFlights(accounts, idOf(reader)), ({ id, code, label, campaign, reason }) => ({
      name: `${flightName({ code, label })}, ${campaign}`,
      about: reason,
      path: `/app/campaigns/flight/${id}`,
    })),
  creative: ({ findWaitingCreatives }, reader) => findWaitingCreatives(idOf(reader)),
  dispute: async ({ accounts }, { isVisit }) =>
    itemsOf(await queries.findOpenDisputes(accounts, isVisit), ({ words, customer }) => ({
      name: words,
      about: customer,
      path: '/admin/traffic',
    })),
  payout_run: async ({ accounts }) =>
    itemsOf(await queries.findProposedRuns(accounts), ({ id, number, cents }) => ({
      name: `Run ${number}`,
      amount: Number(cents ?? 0) / 100,
      path: `/admin/money/payouts?run=${id}`,
    })),
  refund: async ({ accounts }) =>
    itemsOf(await queries.findProposedRefunds(accounts), ({ number, customer, cents }) => ({
      name: `Refund ${number}`,
      about: customer,
      amount: cents / 100,
      path: '/admin/money/payouts',
    })),
  account_change: async ({ accounts }) =>
    itemsOf(await queries.findAccountChanges(accounts), ({ customer }) => ({
      name: customer,
      path: '/admin/money/accounts',
    })),
  payout_account: async ({ accounts }, reader) =>
    (await queries.hasPayoutAccount(accounts, idOf(reader)))
      ? { count: 0, items: [] }
      : {
          count: 1,
          items: [{ id: idOf(reader), name: '', about: '', amount: null, since: null, path: '/app/documents' }],
        },
  overdue: async ({ accounts, now }, { customerId }) => {
    const open = await findOpen(accounts, 'invoice', now());
    const late = open.filter(
      ({ customer, overdue }) => overdue > 0 && (customerId === null || customer.id === customerId),
    );
    const items = late.slice(0, TODO_ITEMS).map(({ customer, overdue }) => ({
      id: customer.id,
      name: customer.name,
      about: '',
      amount: overdue / 100,
      since: null,
      path: customerId === null ? '/admin/money/receivables' : '/app/documents',
    }));
    return { count: late.length, items };
  },
  news: async ({ accounts }, reader) => {
    const [count, rows] = await Promise.all([
      countUnreadNotifications(accounts, reader, KINDS_IN_TODO),
      findUnreadNotifications(accounts, reader, { limit: TODO_ITEMS, except: KINDS_IN_TODO }),
    ]);
    const items = rows.map(({ id, title, detail, path, created_at: at }) => ({
      id,
      name: title,
      about: detail,
      amount: null,
      since: new Date(at).toISOString(),
      path,
    }));
    return { count, items };
  },
  sign_up: async ({ accounts }, { isVisit }) =>
    itemsOf(await queries.findUnlinkedUsers(accounts, isVisit), ({ id, email }) => ({
      name: email,
      path: `/admin/users?show=${id}`,
    })),
  message: async ({ accounts }, { isVisit }) =>
    itemsOf(await queries.findUnreadMessages(accounts, isVisit), ({ id, name }) => ({
      name,
      path: `/admin/messages?open=${id}`,
    })),
};

const kindsOf = (role: TodoReader['role']): TodoKind[] =>
  (Object.keys(TODO_KINDS) as TodoKind[]).filter((kind) => (TODO_KINDS[kind] as readonly string[]).includes(role));

/**
 * Finds everything that waits for the reader. A group that cannot be read has the count null, so that a fault in one
 * place hides nothing else. `report` gets its error.
 */
export function findTodo(
  needs: TodoNeeds,
  reader: TodoReader,
  report: (error: unknown, kind: TodoKind) => void,
): Promise<TodoGroup[]> {
  const groups = kindsOf(reader.role).map(async (kind): Promise<TodoGroup> => {
    try {
      const { count, items } = await FINDERS[kind](needs, reader);
      return { kind, count, items: [...items] };
    } catch (error) {
      report(error, kind);
      return { kind, count: null, items: [] };
    }
  });
  return Promise.all(groups);
}
