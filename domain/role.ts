/**
 * Stored roles. `full` is the specification's "no role": it sees everything and is sent to the browser as ''
 * (docs/decisions.md#who-sees-what).
 */
export type StoredRole = 'admin' | 'property' | 'advertiser' | 'full' | 'unassigned';
export type SentRole = 'admin' | 'property' | 'advertiser' | 'unassigned' | '';

export const sentRole = (role: StoredRole): SentRole => (role === 'full' ? '' : role);

/** Which figures and wording an answer has; "no role" reads as an administrator. */
export type Perspective = 'admin' | 'property' | 'advertiser';

/**
 * Whose rows a caller may see, and from which side. Every query on customer data takes one.
 * `customerKey` is the events store's number of the customer.
 */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'owner'; readonly customerId: string; readonly customerKey: number }
  | { readonly kind: 'advertiser'; readonly customerId: string; readonly customerKey: number };

export const perspectiveOf = (scope: Scope): Perspective =>
  (({ all: 'admin', owner: 'property', advertiser: 'advertiser' }) as const)[scope.kind];
