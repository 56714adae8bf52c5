import type { OrganisationRight } from '#contract/endpoint.ts';
import type { SentRole, StoredRole } from './role.ts';

/**
 * A user's standing in the organization: viewers read and export, managers may also change data
 * (docs/business-rules.md#standings-and-tokens).
 */
export type Standing = 'manager' | 'viewer';

type Holder = {
  readonly role: StoredRole | SentRole;
  readonly standing: Standing;
  /** Whether the user belongs to a customer of the role's kind. */
  readonly isLinked: boolean;
};

/** The customer kinds that a right applies to, and whether the right includes changes. */
const RIGHTS: Readonly<Record<OrganisationRight, { readonly kinds: readonly string[]; readonly acts: boolean }>> = {
  manager: { kinds: ['property', 'advertiser'], acts: true },
  advertiser: { kinds: ['advertiser'], acts: false },
  'advertiser-manager': { kinds: ['advertiser'], acts: true },
  property: { kinds: ['property'], acts: false },
  'property-manager': { kinds: ['property'], acts: true },
};

/**
 * Whether a user has a right. Administrators have every right. Users with "no role" have the same read access, but no
 * write access (docs/decisions.md#who-sees-what).
 */
export function holdsRight(right: OrganisationRight, { role, standing, isLinked }: Holder): boolean {
  const { kinds, acts } = RIGHTS[right];
  if (role === 'admin') return true;
  if (role === 'full' || role === '') return !acts;
  return isLinked && kinds.includes(role) && (standing === 'manager' || !acts);
}

/** Returns why a user lacks the right, as a sentence that says whom to ask. */
export function rightRefusal(right: OrganisationRight, { role, isLinked }: Holder): string {
  const { kinds, acts } = RIGHTS[right];
  if (role === 'unassigned' || (!isLinked && role !== 'full' && role !== ''))
    return 'Your account isn’t linked to a customer yet. Ask an administrator to link it.';
  if (isLinked && kinds.includes(role))
    return 'Your account can only view and export. Ask a manager of your organization to do this.';
  const people = kinds.length > 1 ? 'customers' : kinds.includes('property') ? 'outlet owners' : 'advertisers';
  return `Only ${acts ? `managers of ${people}` : people} and administrators can do this.`;
}
