import { useQuery } from '@tanstack/react-query';
import type { TodoKind } from '#contract/todo.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { todoQuery } from '../../lib/todo-query.ts';
import { PATHS } from '../paths.ts';

type Path = (typeof PATHS)[keyof typeof PATHS];

/** The administrators' screens that show a count, with what they count. */
const OF_ADMINISTRATORS: Readonly<Partial<Record<Path, readonly TodoKind[]>>> = {
  [PATHS.adminReviews]: ['flight_review', 'flight_change'],
  [PATHS.adminTraffic]: ['dispute'],
  [PATHS.adminPayouts]: ['payout_run', 'refund'],
  [PATHS.adminUsers]: ['sign_up'],
  [PATHS.adminMessages]: ['message'],
  [PATHS.adminHealth]: ['notice', 'failed_job'],
  [PATHS.alerts]: ['alert'],
};

const OF_CUSTOMERS: Readonly<Partial<Record<Path, readonly TodoKind[]>>> = {
  [PATHS.campaigns]: ['returned_flight'],
  [PATHS.creatives]: ['creative'],
  [PATHS.alerts]: ['alert'],
};

/**
 * Returns how many things wait on each screen, by path, from the same list as the page To do. Empty until the list has
 * loaded.
 */
export function useWaitingCounts(): ReadonlyMap<string, number> {
  const user = useCurrentUser();
  const isAdmin = user?.role === 'admin';
  const hasTodo = isAdmin || user?.role === 'property' || user?.role === 'advertiser';
  // The server rejects such requests from an account that lacks a required second factor.
  const { data } = useQuery({ ...todoQuery, enabled: HAS_BACKEND && hasTodo && user.second_factor !== 'missing' });
  if (data === undefined) return new Map();
  const countOf = new Map(data.data.map(({ kind, count }) => [kind, count ?? 0]));
  const screens = Object.entries(isAdmin ? OF_ADMINISTRATORS : OF_CUSTOMERS);
  return new Map<string, number>([
    [isAdmin ? PATHS.adminTodo : PATHS.todo, data.total],
    ...screens.map(([path, kinds]): [string, number] => [
      path,
      kinds.reduce((sum, kind) => sum + (countOf.get(kind) ?? 0), 0),
    ]),
  ]);
}
