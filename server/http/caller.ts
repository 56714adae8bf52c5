import type { TokenScope } from '#contract/token-scopes.ts';
import type { Standing } from '#domain/organisation-right.ts';
import type { Scope, StoredRole } from '#domain/role.ts';

/** The caller of a request, read from the accounts store on every call (docs/threat-model.md#b1, #b4). */
export type Caller = {
  readonly userId: string;
  /** The id of the session, or of the token. */
  readonly sessionId: string;
  /** The API token of a program. Null in a session. */
  readonly token: {
    readonly name: string;
    readonly scopes: readonly TokenScope[];
    /** Addresses and networks that may use the token. Empty means any. */
    readonly addresses: readonly string[];
  } | null;
  readonly email: string;
  /** The administrator who views the product as this user. Such a session can change nothing. */
  readonly viewer: { readonly id: string; readonly email: string } | null;
  readonly role: StoredRole;
  /** Standing in the linked customer. Without a customer it has no meaning. */
  readonly standing: Standing;
  /** The caller gave the password or second factor recently. See `requireFreshLogin`. */
  readonly isFresh: boolean;
  /** An administrator who still has to set up the second factor. Until then only the own account is open. */
  readonly mustSetUpSecondFactor: boolean;
  /** A demo account, which cannot be changed. */
  readonly isDemo: boolean;
  /** The linked customer, if any. */
  readonly customer: { readonly id: string; readonly key: number; readonly name: string } | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The guard sets it on every route whose `allowed` is session, data, admin or a right in an organization. */
    caller: Caller | null;
  }
}

/** The caller's whole scope. Null for an account that is not linked yet. */
export function scopeOf(caller: Caller): Scope | null {
  if (caller.role === 'admin' || caller.role === 'full') return { kind: 'all' };
  if (caller.customer === null || caller.role === 'unassigned') return null;
  const { id: customerId, key: customerKey } = caller.customer;
  return { kind: caller.role === 'property' ? 'owner' : 'advertiser', customerId, customerKey };
}
