/**
 * Stored roles. `full` is the specification's "no role": it sees everything, and the browser receives it as ''
 * (docs/decisions.md#who-sees-what).
 */
export type StoredRole = 'admin' | 'property' | 'advertiser' | 'full' | 'unassigned';
export type SentRole = 'admin' | 'property' | 'advertiser' | 'unassigned' | '';

export const sentRole = (role: StoredRole): SentRole => (role === 'full' ? '' : role);

/** Determines the figures and wording in a response. "No role" uses the administrator's. */
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
