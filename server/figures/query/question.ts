import { chooseByName, findKey } from '#domain/find-by-name.ts';
import { knownSecond } from '#domain/known-second.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Scope } from '#domain/role.ts';
import { AppError } from '../../http/app-error.ts';
import type { NetworkCustomer } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { TimeRange } from './time-range.ts';

/** The fields that all questions about figures have. */
export type Question = {
  /** The visible rows and the user's role, which determines what money means (docs/decisions.md#who-sees-what). */
  readonly scope: Scope;
  /** Only this customer's rows; null means all rows in scope. */
  readonly customerKey: number | null;
  readonly range: TimeRange;
  /**
   * The requested time zone for days. Null means the time zone of each outlet's venue for an owner, and the network's
   * time zone for others.
   */
  readonly timeZone: string | null;
  /**
   * Only events that arrived before this second of the store's clock; absent means all events. Today's figures, ratings
   * and all-time figures stay current.
   */
  readonly knownOn?: number;
};

/** Returns the question's `knownOn` field for a time (epoch ms). The field is absent for null, which means now. */
export function asKnownOn(knownOnMs: number | null): Pick<Question, 'knownOn'> {
  const second = knownSecond(knownOnMs);
  return second === null ? {} : { knownOn: second };
}

/** A scope narrowed to the customer given as `cid`. */
export type Narrowed = Pick<Question, 'scope' | 'customerKey'>;

/**
 * Narrows a scope to `cid`, a customer's ID or name (docs/threat-model.md#c1). Outside the scope, the response is
 * always 403, whether or not the customer exists. An administrator gets 404 for an unknown customer. An administrator
 * who names an advertiser gets that advertiser's view. `hostKeys` are the customers at whose outlets an advertiser's
 * campaigns ran.
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
    if (named === undefined) throw new AppError('not-found', 'Customer not found.');
    if (named.kind === 'property') return { scope, customerKey: named.key };
    return { scope: { kind: 'advertiser', customerId: named.id, customerKey: named.key }, customerKey: null };
  }
  if (named?.key === scope.customerKey) return { scope, customerKey: null };
  if (scope.kind === 'advertiser' && named !== undefined && hostKeys?.has(named.key)) {
    return { scope, customerKey: named.key };
  }
  throw new AppError('forbidden', 'You don’t have access to this customer.');
}

/**
 * Finds a customer by name, only within the scope, so that no response reveals other names. Prefers an exact name to a
 * similar name, and an active customer to a deleted one.
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
