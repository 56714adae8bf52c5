import type { ExpressionBuilder } from 'kysely';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Schema = AccountsSchema & { place: AccountsSchema['outlet_assignments'] };
type Assignments = ExpressionBuilder<Schema, 'place' | 'outlets'>;
type Held = ExpressionBuilder<Schema, 'place'>;

const inService = (where: Assignments, nowMs: number) =>
  where.or([where('outlets.retired_at', 'is', null), where('outlets.retired_at', '>', nowMs)]);

/**
 * The assignments `place` of `outlets` that stand at the instant: what lists and counts of administration mean by it, and
 * what the network of figures (`snapshot/whole-network.ts`) says of the same rows.
 */
export const standsAt = (nowMs: number) => (where: Assignments) =>
  where.and([
    inService(where, nowMs),
    where('place.from_at', '<=', nowMs),
    where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]),
  ]);

/** The assignments `place` that hold at the instant, whether or not their outlet is retired. */
export const isHeldAt = (nowMs: number) => (where: Held) =>
  where.and([
    where('place.from_at', '<=', nowMs),
    where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]),
  ]);

/** Those that stand at the instant or will. */
export const standsFrom = (nowMs: number) => (where: Assignments) =>
  where.and([inService(where, nowMs), where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)])]);
