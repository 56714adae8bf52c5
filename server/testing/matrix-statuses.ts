import type { OrganisationRight } from '#contract/endpoint.ts';

/**
 * Actors who are signed in and linked to a customer. For each kind of customer, there are a manager and a viewer of A,
 * and a manager of B.
 */
export const TENANTS = [
  'propertyA',
  'propertyViewerA',
  'propertyB',
  'advertiserA',
  'advertiserViewerA',
  'advertiserB',
] as const;
/** Actors who are signed in and have a role that can read figures. */
export const LIVE_ACTORS = [...TENANTS, 'admin', 'full'] as const;
/** Actors who are signed in, but not linked to a customer. */
const WITHOUT_CUSTOMER = ['unassigned', 'unlinked'] as const;
/** Credentials without a valid session: of disabled or deleted accounts, ended, forged, or made for another purpose. */
export const REFUSED_ACTORS = [
  'disabled',
  'deleted',
  'expired',
  'ended',
  'forged',
  'outletKeyA',
  'printTicket',
  'metricsToken',
] as const;
/** Every possible caller (docs/threat-model.md#who-may-do-what). */
export const ACTORS = [...LIVE_ACTORS, ...WITHOUT_CUSTOMER, 'anonymous', ...REFUSED_ACTORS] as const;
export type Actor = (typeof ACTORS)[number];

export type Statuses = Readonly<Record<Actor, number>>;

export const everyone = (status: number): Statuses =>
  Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Record<Actor, number>;
export const but = (statuses: Statuses, actors: readonly Actor[], status: number): Statuses => ({
  ...statuses,
  ...Object.fromEntries(actors.map((actor) => [actor, status])),
});

/**
 * The actors that an endpoint admits, by the value of its `allowed`. The rows that they see are a separate question.
 */
const LET_THROUGH: Readonly<Record<'session' | 'data' | 'admin' | OrganisationRight, readonly Actor[]>> = {
  session: [...LIVE_ACTORS, ...WITHOUT_CUSTOMER],
  data: LIVE_ACTORS,
  manager: ['propertyA', 'propertyB', 'advertiserA', 'advertiserB', 'admin'],
  advertiser: ['advertiserA', 'advertiserViewerA', 'advertiserB', 'admin', 'full'],
  'advertiser-manager': ['advertiserA', 'advertiserB', 'admin'],
  property: ['propertyA', 'propertyViewerA', 'propertyB', 'admin', 'full'],
  'property-manager': ['propertyA', 'propertyB', 'admin'],
  admin: ['admin'],
};

/**
 * Returns a route's statuses for its `allowed`: 401 without a valid session, 403 without the right, otherwise the given
 * status.
 */
export const statuses = (allowed: keyof typeof LET_THROUGH, status: number): Statuses =>
  but(but(everyone(401), LET_THROUGH.session, 403), LET_THROUGH[allowed], status);

/** Returns the statuses for targets of another customer: managers and viewers get `status`. */
export const foreign = (statuses: Statuses, status = 403): Statuses => but(statuses, TENANTS, status);
