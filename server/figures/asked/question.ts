import { chooseByName, findKey } from '#domain/find-by-name.ts';
import { knownSecond } from '#domain/known-second.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Scope } from '#domain/role.ts';
import { AppError } from '../../http/app-error.ts';
import type { NetworkCustomer } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { TimeRange } from './time-range.ts';

/** What every question about figures says. */
export type Question = {
  /** Whose rows, and from which side: it decides what money means (docs/decisions.md#who-sees-what). */
  readonly scope: Scope;
  /** Only this customer's rows; null is all in scope. */
  readonly customerKey: number | null;
  readonly range: TimeRange;
  /** The zone of days that the reader asked for; null is each outlet's venue's for an owner, the network's for others. */
  readonly timeZone: string | null;
  /** Only what had arrived before this second of the store's clock; absent is all. What stands today, ratings and all time are as they are now. */
  readonly knownOn?: number;
};

/** A question with this is of what was known on an instant (epoch ms); null is now. */
export function asKnownOn(knownOnMs: number | null): Pick<Question, 'knownOn'> {
  const second = knownSecond(knownOnMs);
  return second === null ? {} : { knownOn: second };
}

/** A scope narrowed to what `cid` names. */
export type Narrowed = Pick<Question, 'scope' | 'customerKey'>;

/**
 * Narrows a scope to `cid`, a customer's id or name (docs/threat-model.md#c1). Outside the scope the answer is the same 403
 * whether the customer exists or not; an administrator gets 404 for an unknown one. An administrator who names an
 * advertiser asks what that advertiser sees. `hostKeys`: the customers at whose outlets an advertiser's campaigns ran.
 */
export function narrowScope(
  network: Network,
  scope: Scope,
  cid: string | undefined,
  hostKeys: ReadonlySet<number> | null,
): Narrowed {
  if (cid === undefined) return { scope, customerKey: null };
  const named = network.customerById.get(cid) ?? customerNamed(network, scope, cid, hostKeys);
  if (scope.kind === 'all') {
    if (named === undefined) throw new AppError('not-found', 'There is no such customer.');
    if (named.kind === 'property') return { scope, customerKey: named.key };
    return { scope: { kind: 'advertiser', customerId: named.id, customerKey: named.key }, customerKey: null };
  }
  if (named?.key === scope.customerKey) return { scope, customerKey: null };
  if (scope.kind === 'advertiser' && named !== undefined && hostKeys?.has(named.key)) {
    return { scope, customerKey: named.key };
  }
  throw new AppError('forbidden', 'This customer is not yours to see.');
}

/**
 * Among those of the scope only: no answer tells whether a name is like somebody else's. A retired one where no other bears
 * the name; the name itself goes before what only reads like it.
 */
function customerNamed(
  { customers }: Network,
  scope: Scope,
  name: string,
  hostKeys: ReadonlySet<number> | null,
): NetworkCustomer | undefined {
  const key = findKey(name);
  const isSeen = (one: NetworkCustomer): boolean =>
    scope.kind === 'all' ||
    one.key === scope.customerKey ||
    (scope.kind === 'advertiser' && hostKeys?.has(one.key) === true);
  const like = customers.filter((one) => one.findKey === key && isSeen(one));
  const active = like.filter(({ deleted }) => !deleted);
  const exact = (rows: readonly NetworkCustomer[]) => rows.filter((one) => nameKey(one.name) === nameKey(name));
  const meant = [exact(active), exact(like), active, like].find((rows) => rows.length > 0) ?? [];
  const choice = chooseByName(meant, name, '', 'alike');
  if (choice.one === null && choice.isAmbiguous) throw new AppError('invalid', `${choice.problem}.`);
  return choice.one ?? undefined;
}
