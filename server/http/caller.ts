import type { Standing } from '#domain/organisation-right.ts';
import type { Scope, StoredRole } from '#domain/role.ts';

/** Who makes this call, read from the accounts store on every call (docs/threat-model.md#b1, #b4). */
export type Caller = {
  readonly userId: string;
  /** Of the session, or of the token. */
  readonly sessionId: string;
  /** The API token that a program calls with; null in a session. */
  readonly token: { readonly name: string; readonly readsOnly: boolean } | null;
  readonly email: string;
  /** The administrator who looks at the product as this user: nothing can be changed in such a session. */
  readonly viewer: { readonly id: string; readonly email: string } | null;
  readonly role: StoredRole;
  /** In the linked customer; of no meaning without one. */
  readonly standing: Standing;
  /** The password or second factor was given a short while ago: see `requireFreshLogin`. */
  readonly isFresh: boolean;
  /** An administrator who still has to set up the second factor: nothing but the own account is open until then. */
  readonly mustSetUpSecondFactor: boolean;
  /** A demo account, which nobody can change. */
  readonly isDemo: boolean;
  /** The linked customer, if any. */
  readonly customer: { readonly id: string; readonly key: number; readonly name: string } | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of every route whose `allowed` is session, data, admin or a right in an organisation. */
    caller: Caller | null;
  }
}

/** The caller's whole scope; null for an account that nobody linked yet. */
export function scopeOf(caller: Caller): Scope | null {
  if (caller.role === 'admin' || caller.role === 'full') return { kind: 'all' };
  if (caller.customer === null || caller.role === 'unassigned') return null;
  const { id: customerId, key: customerKey } = caller.customer;
  return { kind: caller.role === 'property' ? 'owner' : 'advertiser', customerId, customerKey };
}
