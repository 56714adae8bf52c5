import type { TokenScope } from '#contract/token-scopes.ts';
import type { Standing } from '#domain/organisation-right.ts';
import type { Scope, StoredRole } from '#domain/role.ts';

/** The caller of a request, read from the accounts store on every call (docs/threat-model.md#b1, #b4). */
export type Caller = {
  readonly userId: string;
  /** The ID of the session or token. */
  readonly sessionId: string;
  /** The API token of a program; null in a session. */
  readonly token: {
    readonly name: string;
    readonly scopes: readonly TokenScope[];
    /** Addresses and networks from which the token may be used. Empty means any address. */
    readonly addresses: readonly string[];
  } | null;
  readonly email: string;
  /** The administrator who is viewing the product as this user. Such a session cannot change anything. */
  readonly viewer: { readonly id: string; readonly email: string } | null;
  readonly role: StoredRole;
  /** Role within the linked customer (manager or viewer). Meaningless without a customer. */
  readonly standing: Standing;
  /** Whether the caller entered the password or second factor recently. See `requireFreshLogin`. */
  readonly isFresh: boolean;
  /**
   * Whether this administrator still has to set up a second factor. Until then, only the administrator's own account is
   * accessible.
   */
  readonly mustSetUpSecondFactor: boolean;
  /** Whether this is a demo account, which cannot be changed. */
  readonly isDemo: boolean;
  /** The linked customer, if any. */
  readonly customer: { readonly id: string; readonly key: number; readonly name: string } | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard on every route whose `allowed` is session, data, admin or a right in an organization. */
    caller: Caller | null;
  }
}

/** Returns the caller's entire scope, or null for an account without a customer or role. */
export function scopeOf(caller: Caller): Scope | null {
  if (caller.role === 'admin' || caller.role === 'full') return { kind: 'all' };
  if (caller.customer === null || caller.role === 'unassigned') return null;
  const { id: customerId, key: customerKey } = caller.customer;
  return { kind: caller.role === 'property' ? 'owner' : 'advertiser', customerId, customerKey };
}
