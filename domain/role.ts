/**
 * Stored roles. `full` is the specification's "no role": the user sees everything, and the browser receives the role as
 * '' (docs/decisions.md#who-sees-what).
 */
export type StoredRole = 'admin' | 'property' | 'advertiser' | 'full' | 'unassigned';
export type SentRole = 'admin' | 'property' | 'advertiser' | 'unassigned' | '';

export const sentRole = (role: StoredRole): SentRole => (role === 'full' ? '' : role);

/** The side whose figures and wording a response uses. Users with "no role" get those of an administrator. */
export type Perspective = 'admin' | 'property' | 'advertiser';

/**
 * The rows that a caller may see, and from which side. Every query on customer data requires a scope. `customerKey` is
 * the customer's number in the events store.
 */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'owner'; readonly customerId: string; readonly customerKey: number }
  | { readonly kind: 'advertiser'; readonly customerId: string; readonly customerKey: number };

export const perspectiveOf = (scope: Scope): Perspective =>
  (({ all: 'admin', owner: 'property', advertiser: 'advertiser' }) as const)[scope.kind];
