import * as Type from 'typebox';

/**
 * Codes of failures that the web client handles automatically.
 * - `fresh_login`: the user must first confirm the password or second factor.
 * - `second_factor`: an administrator must set up the second factor first.
 * - `viewing`: a session that views as another user is read-only.
 * - `demo_account`: a demo account is read-only.
 * - `single_sign_on`: addresses in this domain must sign in at their organization's provider.
 */
export const FailureCode = Type.Union([
  Type.Literal('fresh_login'),
  Type.Literal('second_factor'),
  Type.Literal('viewing'),
  Type.Literal('demo_account'),
  Type.Literal('single_sign_on'),
]);
export type FailureCode = Type.Static<typeof FailureCode>;

// Written by hand, because `Type.Record` would add 11 kB (gzip) of type arithmetic to the login page.
const Texts = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

/**
 * The shape of every failure (docs/specification.md#errors: `error.message`). `id` is the reference in the server log.
 * `fields` maps the path of each invalid field in the body (`venue.name`, `outlets.2.eui`) to a readable sentence.
 * `codes` maps the same paths to codes for programs.
 */
export const Failure = Type.Object({
  error: Type.Object({
    message: Type.String(),
    id: Type.Optional(Type.String()),
    fields: Type.Optional(Texts),
    codes: Type.Optional(Texts),
    code: Type.Optional(FailureCode),
  }),
});
export type Failure = Type.Static<typeof Failure>;

/**
 * The role in the browser. The empty text is "no role", with which a user sees everything
 * (docs/decisions.md#who-sees-what).
 */
export const Role = Type.Union([
  Type.Literal('admin'),
  Type.Literal('property'),
  Type.Literal('advertiser'),
  Type.Literal('unassigned'),
  Type.Literal(''),
]);
export type Role = Type.Static<typeof Role>;

/**
 * A user's standing in the organization: viewers read and export, managers may also change data. The standing has no
 * effect without a customer.
 */
export const Standing = Type.Union([Type.Literal('manager'), Type.Literal('viewer')]);

/** Whole epoch seconds as text. The pattern rejects `1e400` and similar input (docs/threat-model.md#d2). */
export const EpochSeconds = Type.String({ pattern: '^[0-9]{1,10}$' });

/** EUI-64, in upper or lower case. */
export const Eui = Type.String({ pattern: '^[0-9a-fA-F]{16}$' });

/** The ID of a row in the accounts store. */
export const RowId = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });

/**
 * An idempotency key that a form creates. A repeated request has no effect, and gets the first response
 * (docs/ledger-and-documents.md#sent-twice).
 */
export const SendingId = RowId;

/**
 * The row version that a change is based on. The server responds with 409 if another request has changed the row since
 * (docs/threat-model.md#g5).
 */
export const RowVersion = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/**
 * A timestamp with an offset, or a date, which means its first moment. A person typed the text, and the server
 * validates it.
 */
export const WrittenInstant = Type.String({ minLength: 1, maxLength: 40 });

/** A past timestamp, or a date, which means its first moment in the network's time zone. */
export const KnownOn = Type.String({
  minLength: 1,
  maxLength: 40,
  description:
    'Includes only events that had arrived by this time in the past. Arrival times are stored in whole seconds, so events acknowledged in the two seconds before may be missing.',
});

/** IANA time zone name. The server checks that it exists. */
export const TimeZone = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' });

/** An opaque position in a paged list, from the previous page's `next_cursor`. */
export const Cursor = Type.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_-]+$' });

/** A cursor that also encodes the content of earlier pages. */
export const LongCursor = Type.String({ minLength: 1, maxLength: 8_192, pattern: '^[A-Za-z0-9_-]+$' });

/** A calendar date. The server checks that it exists. */
export const CalendarDate = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

/** Presets for calendar ranges. */
export const RangePreset = Type.Union([
  Type.Literal('today'),
  Type.Literal('yesterday'),
  Type.Literal('7d'),
  Type.Literal('30d'),
  Type.Literal('90d'),
  Type.Literal('this-month'),
  Type.Literal('last-month'),
]);
export type RangePreset = Type.Static<typeof RangePreset>;

/**
 * The range parameters of every figure endpoint, in one of three forms. `from` and `to` are calendar days (both
 * inclusive). `range` is a calendar preset. `start` and `end` are timestamps (`end` exclusive). Without `tz`, days use
 * the time zone of the contract: the outlet's venue for an owner, the network for administrators and advertisers.
 */
export const RangeQuery = {
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  range: Type.Optional(RangePreset),
  start: Type.Optional(EpochSeconds),
  end: Type.Optional(EpochSeconds),
  tz: Type.Optional(TimeZone),
  /** Customer ID or name. */
  cid: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
} as const;

/** The query for the dashboard's figures: the range, and an optional `known_on`. */
export const KnownRangeQuery = {
  ...RangeQuery,
  /**
   * A past timestamp, or a date, which means its first moment in the network's time zone. Limits the figures to events
   * that had arrived by that time.
   */
  known_on: Type.Optional(KnownOn),
} as const;

/** The days that a response's figures cover, and their time zone. */
export const Period = Type.Object({
  /** Calendar days, both inclusive. Null if the response covers all time or a range of timestamps. */
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.Union([Type.String(), Type.Null()]),
  /**
   * IANA name. If venues differ, the time zone with the most outlets; its calendar determines today and the presets.
   */
  time_zone: Type.String(),
  /**
   * The source of the day boundaries: the time zone shared by all venues, each venue's own, the network's, or the
   * requested `tz`.
   */
  days_of: Type.Union([Type.Literal('venue'), Type.Literal('venues'), Type.Literal('network'), Type.Literal('tz')]),
  /** Today's date in that zone. */
  today: Type.String(),
  /** Seconds until the next day boundary, at the first venue that reaches one. Today's figures then restart. */
  today_ends_in: Type.Integer(),
});
export type Period = Type.Static<typeof Period>;
