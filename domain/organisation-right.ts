import type { OrganisationRight } from '#contract/endpoint.ts';
import type { SentRole, StoredRole } from './role.ts';

/** What a user is in the own organisation: viewers read and export, managers run it (docs/business-rules.md#standings-and-tokens). */
export type Standing = 'manager' | 'viewer';

type Holder = {
  readonly role: StoredRole | SentRole;
  readonly standing: Standing;
  /** Belongs to a customer of the role's kind. */
  readonly isLinked: boolean;
};

/** Which kinds of customers a right is of, and whether it is more than reading. */
const RIGHTS: Readonly<Record<OrganisationRight, { readonly kinds: readonly string[]; readonly acts: boolean }>> = {
  manager: { kinds: ['property', 'advertiser'], acts: true },
  advertiser: { kinds: ['advertiser'], acts: false },
  'advertiser-manager': { kinds: ['advertiser'], acts: true },
  property: { kinds: ['property'], acts: false },
  'property-manager': { kinds: ['property'], acts: true },
};

/**
 * Whether somebody holds a right. Administrators hold all; "no role" reads what they read, but does nothing
 * (docs/decisions.md#who-sees-what).
 */
export function holdsRight(right: OrganisationRight, { role, standing, isLinked }: Holder): boolean {
  const { kinds, acts } = RIGHTS[right];
  if (role === 'admin') return true;
  if (role === 'full' || role === '') return !acts;
  return isLinked && kinds.includes(role) && (standing === 'manager' || !acts);
}

/** Why somebody does not hold it, as a sentence that says whom to ask. */
export function rightRefusal(right: OrganisationRight, { role, isLinked }: Holder): string {
  const { kinds, acts } = RIGHTS[right];
  if (role === 'unassigned' || (!isLinked && role !== 'full' && role !== ''))
    return 'This account is not linked to a customer yet. Ask an administrator to link it.';
  if (isLinked && kinds.includes(role))
    return 'Your account reads and exports only. Ask a manager of your organisation to do this.';
  const people = kinds.length > 1 ? 'customers' : kinds.includes('property') ? 'outlet owners' : 'advertisers';
  return `Only ${acts ? `managers of ${people}` : people} and administrators may do this.`;
}
