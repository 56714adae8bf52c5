import { type Statuses, statuses } from './matrix-statuses.ts';

/** An id that no row has. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

type Allowed = Parameters<typeof statuses>[0];

/** The target of an address: none, the actor's own, another tenant's, a missing one, or an invalid one. */
export type Target = 'none' | 'own' | 'other' | 'unknown' | 'malformed';

export type Expectation = {
  /** How an address names its target. */
  readonly by?: 'cid' | 'eui' | 'id' | 'cid-in-body' | 'event' | 'outlet';
  /** The call ends its own session. */
  readonly endsSession?: true;
  /** Query of every call. */
  readonly query?: string;
  /** Body of every call whose target has none. */
  readonly body?: object;
  /** Names the places where ads can run, of any owner, because advertisers may book them. */
  readonly offersPlaces?: true;
  /**
   * Names the flights that reach an outlet, of any advertiser. The property, which decides on them, sees the sponsor
   * too. The outlet sees the code.
   */
  readonly offersFlights?: true;
  readonly targets: Partial<Record<Target, Statuses>>;
};

/** A list, a page or a file that names nothing. */
export const none = (allowed: Allowed): Expectation => ({ targets: { none: statuses(allowed, 200) } });
/** A form without its required fields. */
export const form = (allowed: Allowed): Expectation => ({ body: {}, targets: { malformed: statuses(allowed, 400) } });
/** A row named by its id, with the body of a valid call. The owner of the row makes no difference. */
export const row = (allowed: Allowed, body?: object): Expectation => ({
  by: 'id',
  ...(body ? { body } : {}),
  targets: { unknown: statuses(allowed, 404), malformed: statuses(allowed, 400) },
});
