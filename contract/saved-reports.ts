import * as Type from 'typebox';
import { Failure, RowId, RowVersion } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { Report, ReportQuery } from './reports.ts';

export const REPORT_NAME_LENGTH = 80;
/** Maximum number of saved reports per account. */
export const MOST_SAVED_REPORTS = 100;
/** Maximum number of recipient accounts per schedule. */
export const MOST_RECIPIENTS = 20;
/** Default and maximum lifetime of a link, in days. */
export const LINK_DAYS = { usual: 30, most: 365 } as const;
export const LINK_PASSWORD_LENGTH = { least: 8, most: 200 } as const;

const { from, to, range, tz, dimensions, metrics, filters, compare, sort, known_on } = ReportQuery;

/**
 * A report's query, in the parameters of `GET /reports`. The data depends on the account that reads the report. Without
 * days, the report covers all time.
 */
export const ReportQuestion = Type.Object(
  { from, to, range, tz, dimensions, metrics, filters, compare, sort, known_on },
  { additionalProperties: false },
);
export type ReportQuestion = Type.Static<typeof ReportQuestion>;

/** File formats for mail. JSON is for programs, which call the API. */
export const MailedFormat = Type.Union([Type.Literal('csv'), Type.Literal('xlsx'), Type.Literal('pdf')]);
export type MailedFormat = Type.Static<typeof MailedFormat>;

export const SavedReport = Type.Object({
  id: Type.String(),
  name: Type.String(),
  question: ReportQuestion,
  /** Whether everyone in the creator's organization sees the report, each with their own figures. */
  shared: Type.Boolean(),
  /** Whether the user created the report, and so may change it. */
  own: Type.Boolean(),
  /** The creator's email address. Empty if that account is deleted. */
  made_by: Type.String(),
  version: RowVersion,
  updated_at: Type.String(),
});
export type SavedReport = Type.Static<typeof SavedReport>;

const Every = Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')]);

/** When a report is mailed: at an hour in a time zone, daily, on one weekday or on one day of the month. */
const ScheduleTimes = {
  every: Every,
  /** 1 is Monday. Only for weekly schedules. */
  weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
  /** Only for monthly schedules; 31 means the last day of every month. */
  day_of_month: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  time_zone: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' }),
} as const;

export const ReportSchedule = Type.Object({
  id: Type.String(),
  ...ScheduleTimes,
  format: MailedFormat,
  /** Email addresses of accounts. */
  recipients: Type.Array(Type.String()),
  next_at: Type.String(),
});
export type ReportSchedule = Type.Static<typeof ReportSchedule>;

/**
 * The result of one mail. `queued`, `sent`, `failed` and `held` are outbox states; a `skipped` mail was never written.
 */
export const ReportDelivery = Type.Object({
  id: Type.String(),
  recipient: Type.String(),
  due_at: Type.String(),
  made_at: Type.String(),
  status: Type.Union([
    Type.Literal('queued'),
    Type.Literal('sent'),
    Type.Literal('failed'),
    Type.Literal('held'),
    Type.Literal('skipped'),
  ]),
  /** Why it was skipped or rejected. */
  reason: Type.String(),
});
export type ReportDelivery = Type.Static<typeof ReportDelivery>;

/** A link for people without an account. */
export const ReportLink = Type.Object({
  id: Type.String(),
  /** The first characters of the secret. */
  prefix: Type.String(),
  has_password: Type.Boolean(),
  created_at: Type.String(),
  expires_at: Type.String(),
  views: Type.Integer(),
  last_viewed_at: Type.Union([Type.String(), Type.Null()]),
});
export type ReportLink = Type.Static<typeof ReportLink>;

export const SavedReportDetail = Type.Object({
  ...SavedReport.properties,
  /** Only in the user's own reports. Schedules of other users are hidden. */
  schedules: Type.Array(ReportSchedule),
  links: Type.Array(ReportLink),
  /** The newest deliveries. */
  deliveries: Type.Array(ReportDelivery),
});
export type SavedReportDetail = Type.Static<typeof SavedReportDetail>;

const Named = {
  name: Type.String({ minLength: 1, maxLength: REPORT_NAME_LENGTH }),
  question: ReportQuestion,
  shared: Type.Boolean(),
} as const;
export const NewSavedReport = Type.Object(Named, { additionalProperties: false });
export type NewSavedReport = Type.Static<typeof NewSavedReport>;

const Params = Type.Object({ id: RowId });
const Done = Type.Object({ status: Type.Boolean() });

export const listSavedReports = {
  method: 'GET',
  url: '/saved-reports',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List your reports and those shared in your organization, by name',
  schema: { response: { 200: Type.Object({ data: Type.Array(SavedReport) }) } },
} as const satisfies Endpoint;

export const saveReport = {
  method: 'POST',
  url: '/saved-reports',
  allowed: 'data',
  tokenScope: 'reports:write',
  summary: 'Save a report; only managers can share it',
  schema: { body: NewSavedReport, response: { 200: SavedReport, 409: Failure } },
} as const satisfies Endpoint;

export const getSavedReport = {
  method: 'GET',
  url: '/saved-reports/:id',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get a report with its schedules, links and email log',
  schema: { params: Params, response: { 200: SavedReportDetail } },
} as const satisfies Endpoint;

export const changeSavedReport = {
  method: 'PUT',
  url: '/saved-reports/:id',
  allowed: 'data',
  tokenScope: 'reports:write',
  summary:
    'Update one of your reports. Emails use the new version; existing links keep the version that they were created with',
  schema: {
    params: Params,
    body: Type.Object({ ...Named, version: RowVersion }, { additionalProperties: false }),
    response: { 200: SavedReport, 409: Failure },
  },
} as const satisfies Endpoint;

export const deleteSavedReport = {
  method: 'DELETE',
  url: '/saved-reports/:id',
  allowed: 'data',
  tokenScope: 'reports:write',
  summary: 'Delete one of your reports; its schedules end and its links are revoked',
  schema: { params: Params, response: { 200: Done } },
} as const satisfies Endpoint;

export const NewReportSchedule = Type.Object(
  {
    ...ScheduleTimes,
    format: MailedFormat,
    /** Accounts in the user's organization. Administrators may mail to any account. */
    recipients: Type.Array(Type.String({ minLength: 3, maxLength: 254 }), { minItems: 1, maxItems: MOST_RECIPIENTS }),
  },
  { additionalProperties: false },
);
export type NewReportSchedule = Type.Static<typeof NewReportSchedule>;

export const scheduleReport = {
  method: 'POST',
  url: '/saved-reports/:id/schedules',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Schedule emails of one of your reports; each recipient gets the figures they may see at that time',
  schema: { params: Params, body: NewReportSchedule, response: { 200: ReportSchedule } },
} as const satisfies Endpoint;

export const endReportSchedule = {
  method: 'DELETE',
  url: '/saved-reports/:id/schedules/:schedule_id',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'End a schedule of one of your reports',
  schema: { params: Type.Object({ id: RowId, schedule_id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;

export const NewReportLink = Type.Object(
  {
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: LINK_DAYS.most })),
    password: Type.Optional(
      Type.String({ minLength: LINK_PASSWORD_LENGTH.least, maxLength: LINK_PASSWORD_LENGTH.most }),
    ),
  },
  { additionalProperties: false },
);
export type NewReportLink = Type.Static<typeof NewReportLink>;

export const linkReport = {
  method: 'POST',
  url: '/saved-reports/:id/links',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Create a link to one of your reports for people without an account; only this response contains its secret',
  schema: {
    params: Params,
    body: NewReportLink,
    response: { 200: Type.Object({ ...ReportLink.properties, url: Type.String(), token: Type.String() }) },
  },
} as const satisfies Endpoint;

export const revokeReportLink = {
  method: 'DELETE',
  url: '/saved-reports/:id/links/:link_id',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Revoke a link; it stops working',
  schema: { params: Type.Object({ id: RowId, link_id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;

/** The secret is in the body, so that no access log contains it. */
export const openReportLink = {
  method: 'POST',
  url: '/shared-report',
  allowed: 'anyone',
  tokenScope: 'none',
  summary:
    'Get the report behind a link, as it was when the link was created, with the figures its creator may see now',
  schema: {
    body: Type.Object(
      {
        token: Type.String({ minLength: 1, maxLength: 200 }),
        password: Type.Optional(Type.String({ maxLength: LINK_PASSWORD_LENGTH.most })),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        name: Type.String(),
        /** The customer whose figures the report shows. */
        of: Type.String(),
        /** The wording in the report: owners see charges, advertisers see spend. */
        side: Type.Union([Type.Literal('admin'), Type.Literal('property'), Type.Literal('advertiser')]),
        expires_at: Type.String(),
        report: Report,
      }),
      403: Failure,
      404: Failure,
    },
  },
} as const satisfies Endpoint;
