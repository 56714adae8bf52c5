import type { ExpressionBuilder } from 'kysely';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Assignments = ExpressionBuilder<AccountsSchema & { place: AccountsSchema['outlet_assignments'] }, 'place'>;

/** The assignments `place` that hold at the instant. */
export const standsAt = (nowMs: number) => (where: Assignments) =>
  where.and([
    where('place.from_at', '<=', nowMs),
    where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]),
  ]);

/** The assignments `place` that hold at the instant or begin after it. */
export const standsFrom = (nowMs: number) => (where: Assignments) =>
  where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]);
