import * as Type from 'typebox';

/**
 * What the web client acts on by itself: the password or second factor has to be given again before this call; an
 * administrator has to set up the second factor first; a session that views as another user changes nothing.
 */
export const FailureCode = Type.Union([
  Type.Literal('fresh_login'),
  Type.Literal('second_factor'),
  Type.Literal('viewing'),
  Type.Literal('demo_account'),
]);
export type FailureCode = Type.Static<typeof FailureCode>;

// Written out: `Type.Record` brings 11 kB (gzip) of type arithmetic into the login page.
const Texts = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

/**
 * Every failure has this shape (docs/specification.md#errors: `error.message`). `id` is the reference the server log knows;
 * `fields` says of a refused form which field is wrong, by its path in the body (`venue.name`, `outlets.2.eui`), in a
 * sentence for people; `codes` says the same to programs.
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

/** The role as the browser sees it: the empty text is "no role", which sees everything (docs/decisions.md#who-sees-what). */
export const Role = Type.Union([
  Type.Literal('admin'),
  Type.Literal('property'),
  Type.Literal('advertiser'),
  Type.Literal('unassigned'),
  Type.Literal(''),
]);
export type Role = Type.Static<typeof Role>;

/** What a user is in the own organisation: viewers read and export, managers run it; of no meaning without a customer. */
export const Standing = Type.Union([Type.Literal('manager'), Type.Literal('viewer')]);

/** Whole epoch seconds as text, so that `1e400` and the like are refused (docs/threat-model.md#d2). */
export const EpochSeconds = Type.String({ pattern: '^[0-9]{1,10}$' });

/** EUI-64 in either case. */
export const Eui = Type.String({ pattern: '^[0-9a-fA-F]{16}$' });

/** Id of a row of the accounts store. */
export const RowId = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });

/** Made by a form: sent once more under it, an act is not done again but answered as the first time (docs/ledger-and-documents.md#sent-twice). */
export const SendingId = RowId;

/**
 * Which state of a row a change was made from: the row is refused with 409 when somebody changed it since (docs/threat-model.md#g5).
 */
export const RowVersion = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A date (its first moment) or an instant with offset, as people write it; checked by the server. */
export const WrittenInstant = Type.String({ minLength: 1, maxLength: 40 });

/** A past instant, or a date of the network's zone (its first moment). */
export const KnownOn = Type.String({
  ...{ minLength: 1, maxLength: 40 },
  description:
    'Answers with the events that had arrived by this past instant. Arrival is stored in whole seconds: events acknowledged in the two seconds before the instant may be missing.',
});

/** IANA time zone name; whether it exists is checked by the server. */
export const TimeZone = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' });

/** Opaque place in a paged list, from the previous page's `next_cursor`. */
export const Cursor = Type.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_-]+$' });

/** A place that also says what was shown before it. */
export const LongCursor = Type.String({ minLength: 1, maxLength: 8_192, pattern: '^[A-Za-z0-9_-]+$' });

/** A calendar date; whether it exists is checked by the server. */
export const CalendarDate = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

/** Ranges that follow the calendar. */
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
 * The range every figure endpoint takes, in one of three ways: `from` and `to` name calendar days (both included), `range`
 * names them by the calendar, `start` and `end` are instants (`end` exclusive). Without `tz` days are those of the
 * contract: of the outlet's venue for an owner, of the network for administrators and advertisers.
 */
export const RangeQuery = {
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  range: Type.Optional(RangePreset),
  start: Type.Optional(EpochSeconds),
  end: Type.Optional(EpochSeconds),
  tz: Type.Optional(TimeZone),
  /** Customer id or name. */
  cid: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
} as const;

/** Of the dashboard's figures: ranges, and what was known of them. */
export const KnownRangeQuery = {
  ...RangeQuery,
  /** A past instant, or a date of the network's zone (its first moment): figures of the range are what had arrived by then. */
  known_on: Type.Optional(KnownOn),
} as const;

/** Which days an answer's figures are of, and by whose clock. */
export const Period = Type.Object({
  /** Calendar days, both included; null where the answer is about all time or about instants. */
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.Union([Type.String(), Type.Null()]),
  /** IANA name. Of several venues' zones the one of most outlets, whose calendar names today and the presets. */
  time_zone: Type.String(),
  /** Whose days they are: of the one zone of all venues, of each venue's own, of the network, or of the `tz` asked for. */
  days_of: Type.Union([Type.Literal('venue'), Type.Literal('venues'), Type.Literal('network'), Type.Literal('tz')]),
  /** Today's date there. */
  today: Type.String(),
  /** Seconds until a day ends there, at the first venue where one does: then today's figures begin anew. */
  today_ends_in: Type.Integer(),
});
export type Period = Type.Static<typeof Period>;
