import { type Statuses, statuses } from './matrix-statuses.ts';

/** An id that nobody has. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

type Allowed = Parameters<typeof statuses>[0];

/** Whose data an address names: nobody's in particular, the actor's own, another tenant's, what does not exist, nonsense. */
export type Target = 'none' | 'own' | 'other' | 'unknown' | 'malformed';

export type Expectation = {
  /** How an address names its target. */
  readonly by?: 'cid' | 'eui' | 'id' | 'cid-in-body' | 'event' | 'outlet';
  /** The call ends the session it is made with. */
  readonly endsSession?: true;
  /** Query of every call. */
  readonly query?: string;
  /** Body of every call that has none of its target. */
  readonly body?: object;
  /** Names the places where ads can run, whoever owns them: that is what is on offer to advertisers. */
  readonly offersPlaces?: true;
  /** Names the flights that reach an outlet, whoever pays for them: to its property, which decides on them, with the sponsor; to the outlet by code. */
  readonly offersFlights?: true;
  readonly targets: Partial<Record<Target, Statuses>>;
};

/** A list, a page or a file that names nothing. */
export const none = (allowed: Allowed): Expectation => ({ targets: { none: statuses(allowed, 200) } });
/** A form without what it needs. */
export const form = (allowed: Allowed): Expectation => ({ body: {}, targets: { malformed: statuses(allowed, 400) } });
/** A row named by its id, with the body of a good call; whose row it is makes no difference. */
export const row = (allowed: Allowed, body?: object): Expectation => ({
  by: 'id',
  ...(body ? { body } : {}),
  targets: { unknown: statuses(allowed, 404), malformed: statuses(allowed, 400) },
});
