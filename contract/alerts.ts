import * as Type from 'typebox';
import { Cursor, RowId, TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { PageQuery, SortOf, TablePage } from './pagination.ts';

/** All alert rules, in screen order. */
export const ALERT_RULES = [
  'outlet_silent',
  'venue_silent',
  'fault',
  'meter_implausible',
  'flight_behind',
  'budget_used',
  'flight_over',
  'nothing_to_show',
  'views_low',
  'invalid_share',
  'traffic_pattern',
  'document_final',
  'payout_returned',
  'ingestion_stopped',
  'disk_low',
  'mail_failing',
  'clock_wrong',
] as const;
export type AlertRule = (typeof ALERT_RULES)[number];
const Rule = Type.Unsafe<AlertRule>(Type.Enum([...ALERT_RULES]));

/** How urgent an alert is, most urgent first. `RULE_TERMS` in `domain/alert-rules.ts` gives each rule its severity. */
export const ALERT_SEVERITIES = ['critical', 'warning', 'info'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];
const Severity = Type.Unsafe<AlertSeverity>(Type.Enum([...ALERT_SEVERITIES]));

/**
 * `open`: the problem lasts and no user has acknowledged it. `acknowledged`: it lasts, and a user has acknowledged it.
 * `resolved`: it is over.
 */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];
const State = Type.Unsafe<AlertState>(Type.Enum([...ALERT_STATES]));

const Instant = Type.String();
const MaybeInstant = Type.Union([Instant, Type.Null()]);

/** The place of an alert without venue and customer: the installation itself. */
export const INSTALLATION = 'installation';

/** Where the problem is: a venue, otherwise a customer, otherwise the installation. */
const Place = Type.Object({
  /** ID of the venue or customer, or `installation`. */
  id: Type.String(),
  /** Empty for the installation. */
  name: Type.String(),
});
const PlaceId = Type.String({ pattern: '^[a-z0-9-]{1,36}$' });

export const Alert = Type.Object({
  id: Type.String(),
  rule: Rule,
  severity: Severity,
  state: State,
  place: Place,
  /** A sentence that describes the problem. */
  title: Type.String(),
  /** The first 50 affected items. */
  affected: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  affected_count: Type.Integer(),
  /** Path to the screen with details. */
  path: Type.String(),
  /** When the problem began. Null if its beginning is unknown. */
  since: MaybeInstant,
  /** When a check found it. */
  raised_at: Instant,
  /** Null while the alert is open. */
  ended_at: MaybeInstant,
  /** When a user acknowledged it. */
  acknowledged_at: MaybeInstant,
  unread: Type.Boolean(),
});
export type Alert = Type.Static<typeof Alert>;

const AlertFilters = {
  /** `active` means open or acknowledged. */
  state: Type.Optional(Type.Enum(['active', ...ALERT_STATES])),
  rule: Type.Optional(Rule),
  severity: Type.Optional(Severity),
  /** Part of the name of a venue, outlet or customer, or of the title, ignoring case. */
  q: PageQuery.q,
};

export const listAlerts = {
  method: 'GET',
  url: '/alerts',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List the alerts that you can see, newest first',
  schema: {
    querystring: Type.Object(
      {
        /** `open` includes acknowledged alerts. `state` tells them apart. */
        show: Type.Optional(Type.Enum(['open', 'ended'])),
        ...AlertFilters,
        /** ID of a venue or customer, or `installation`. */
        place: Type.Optional(PlaceId),
        limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
        cursor: Type.Optional(Cursor),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        /** Number of alerts that began since the user last looked. */
        unread: Type.Integer(),
        open: Type.Integer(),
        /** Number of open alerts that need action and are not acknowledged. */
        waiting: Type.Integer(),
        data: Type.Array(Alert),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
} as const satisfies Endpoint;

/** Alerts at one place with the same rule and state. */
export const AlertGroup = Type.Object({
  place: Place,
  rule: Rule,
  severity: Severity,
  state: State,
  /** Number of alerts in the group. */
  alerts: Type.Integer(),
  /** Number of affected items, such as outlets, in all alerts of the group. */
  affected: Type.Integer(),
  /** Number of alerts that began since the user last looked. */
  unread: Type.Integer(),
  /** When the first problem of the group began. Null if unknown. */
  since: MaybeInstant,
  /** When a check first found one of them. */
  raised_at: Instant,
  /** When the last one ended. Null while they are open. */
  ended_at: MaybeInstant,
  /** The only alert of the group. Null if the group has several. */
  alert: Type.Union([Alert, Type.Null()]),
});
export type AlertGroup = Type.Static<typeof AlertGroup>;

export const listAlertGroups = {
  method: 'GET',
  url: '/alert-groups',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List the alerts that you can see, grouped by place and rule; open ones first',
  schema: {
    querystring: Type.Object(
      { ...PageQuery, ...AlertFilters, sort: SortOf(['severity', 'since', 'place']) },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        ...TablePage(AlertGroup).properties,
        /** Number of alerts that began since the user last looked. */
        unread: Type.Integer(),
        /** Number of open and of acknowledged alerts, regardless of the filters. */
        open: Type.Integer(),
        acknowledged: Type.Integer(),
      }),
    },
  },
} as const satisfies Endpoint;

export const seeAlerts = {
  method: 'POST',
  url: '/alerts/seen',
  allowed: 'data',
  tokenScope: 'reports:write',
  summary: 'Mark all alerts as read',
  schema: { response: { 200: Type.Object({ unread: Type.Integer() }) } },
} as const satisfies Endpoint;

export const acknowledgeAlert = {
  method: 'POST',
  url: '/alerts/:id/acknowledge',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Acknowledge an alert',
  schema: { params: Type.Object({ id: RowId }, { additionalProperties: false }), response: { 200: Alert } },
} as const satisfies Endpoint;

/** Maximum number of alerts and groups that one request can name. */
export const MOST_ACKNOWLEDGED = 200;

export const acknowledgeAlerts = {
  method: 'POST',
  url: '/alerts/acknowledge',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Acknowledge several alerts, by ID or all open ones at a place with a rule',
  schema: {
    body: Type.Object(
      {
        ids: Type.Optional(Type.Array(RowId, { maxItems: MOST_ACKNOWLEDGED })),
        groups: Type.Optional(
          Type.Array(Type.Object({ place: PlaceId, rule: Rule }, { additionalProperties: false }), {
            maxItems: MOST_ACKNOWLEDGED,
          }),
        ),
        /** Limits the groups to alerts that the same search in the list finds. */
        q: PageQuery.q,
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        /** Number of alerts that this request acknowledged. */
        acknowledged: Type.Integer(),
        /** Alerts that it did not acknowledge, each with the reason as a sentence. */
        refused: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), reason: Type.String() })),
      }),
    },
  },
} as const satisfies Endpoint;

/** The alert waits again. Reverses an acknowledgment made by mistake. */
export const unacknowledgeAlert = {
  method: 'POST',
  url: '/alerts/:id/unacknowledge',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Undo the acknowledgment of an alert',
  schema: { params: Type.Object({ id: RowId }, { additionalProperties: false }), response: { 200: Alert } },
} as const satisfies Endpoint;

const Minutes = Type.Integer({ minimum: 0, maximum: 1_439 });

const Settings = {
  rule: Rule,
  on: Type.Boolean(),
  /** In minutes, percent or readings. Null if the rule has no threshold. */
  threshold: Type.Union([Type.Integer({ minimum: 1, maximum: 10_080 }), Type.Null()]),
  mail: Type.Boolean(),
  /** When notifications resume. Null if the rule is not muted. */
  muted_until: MaybeInstant,
};
export const AlertRuleSettings = Type.Object(Settings);
export type AlertRuleSettings = Type.Static<typeof AlertRuleSettings>;

/**
 * No mail is sent between these minutes of the day. Mail about alerts that begin during quiet hours is sent afterwards.
 */
const QuietHours = Type.Object({ from: Minutes, to: Minutes, time_zone: TimeZone }, { additionalProperties: false });
const MaybeQuiet = Type.Union([QuietHours, Type.Null()]);

export const AlertRules = Type.Object({ rules: Type.Array(AlertRuleSettings), quiet: MaybeQuiet });
export type AlertRules = Type.Static<typeof AlertRules>;

/** Returns the rules for the user's organization. Administrators get the rules for the installation. */
export const getAlertRules = {
  method: 'GET',
  url: '/alert-rules',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get the alert rules, their thresholds and how you are notified',
  schema: { response: { 200: AlertRules } },
} as const satisfies Endpoint;

export const setAlertRules = {
  method: 'PUT',
  url: '/alert-rules',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Update the alert rules',
  schema: {
    body: Type.Object(
      {
        rules: Type.Array(Type.Object(Settings, { additionalProperties: false }), { maxItems: ALERT_RULES.length }),
        quiet: MaybeQuiet,
      },
      { additionalProperties: false },
    ),
    response: { 200: AlertRules },
  },
} as const satisfies Endpoint;

export const AlertWebhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  created_at: Instant,
  /** The last twenty calls, newest first. */
  calls: Type.Array(
    Type.Object({
      id: Type.String(),
      event: Type.Union([Type.Literal('alert.begun'), Type.Literal('alert.ended')]),
      status: Type.Union([Type.Literal('queued'), Type.Literal('sent'), Type.Literal('failed')]),
      attempts: Type.Integer(),
      last_error: Type.String(),
      created_at: Instant,
      sent_at: MaybeInstant,
    }),
  ),
});
export type AlertWebhook = Type.Static<typeof AlertWebhook>;

export const listAlertWebhooks = {
  method: 'GET',
  url: '/alert-webhooks',
  allowed: 'manager',
  tokenScope: 'reports:read',
  summary: 'List the webhooks that are called when an alert begins or ends',
  schema: { response: { 200: Type.Object({ data: Type.Array(AlertWebhook) }) } },
} as const satisfies Endpoint;

export const createAlertWebhook = {
  method: 'POST',
  url: '/alert-webhooks',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Create a webhook; only this response contains the secret that signs its calls',
  schema: {
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
    response: { 200: Type.Object({ id: Type.String(), secret: Type.String() }) },
  },
} as const satisfies Endpoint;

const params = Type.Object({ id: RowId }, { additionalProperties: false });

export const deleteAlertWebhook = {
  method: 'DELETE',
  url: '/alert-webhooks/:id',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Delete a webhook',
  schema: { params, response: { 200: Type.Object({ deleted: Type.Boolean() }) } },
} as const satisfies Endpoint;

export const replayAlertCall = {
  method: 'POST',
  url: '/alert-calls/:id/replay',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Resend a webhook call with the same body and ID',
  schema: { params, response: { 200: Type.Object({ queued: Type.Boolean() }) } },
} as const satisfies Endpoint;
