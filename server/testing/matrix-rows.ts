import { type Statuses, statuses } from './matrix-statuses.ts';

/** An ID that no row has. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

type Allowed = Parameters<typeof statuses>[0];

/** What a URL refers to: nothing, the actor's own row, another tenant's row, a missing row, or an invalid ID. */
export type Target = 'none' | 'own' | 'other' | 'unknown' | 'malformed';

export type Expectation = {
  /** How a URL refers to its target. */
  readonly by?: 'cid' | 'eui' | 'id' | 'cid-in-body' | 'event' | 'outlet';
  /** Set if the call ends its own session. */
  readonly endsSession?: true;
  /** The query for every call. */
  readonly query?: string;
  /** The body of calls for every target that has no body of its own. */
  readonly body?: object;
  /** Whether a response names the places of any owner where ads can run, because advertisers may book them. */
  readonly offersPlaces?: true;
  /**
   * Whether a response names the flights of any advertiser that reach an outlet. The property, which decides about
   * these flights, also sees the sponsor. The outlet sees the code.
   */
  readonly offersFlights?: true;
  readonly targets: Partial<Record<Target, Statuses>>;
};

/** Returns the expectation for a list, a page or a file that doesn't refer to any row. */
export const none = (allowed: Allowed): Expectation => ({ targets: { none: statuses(allowed, 200) } });
/** Returns the expectation for a form sent without its required fields. */
export const form = (allowed: Allowed): Expectation => ({ body: {}, targets: { malformed: statuses(allowed, 400) } });
/**
 * Returns the expectation for a row that is referred to by its ID, with the body of a valid call. The row's owner makes
 * no difference.
 */
export const row = (allowed: Allowed, body?: object): Expectation => ({
  by: 'id',
  ...(body ? { body } : {}),
  targets: { unknown: statuses(allowed, 404), malformed: statuses(allowed, 400) },
});
