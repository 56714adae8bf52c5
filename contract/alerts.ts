import * as Type from 'typebox';
import { Cursor, RowId, TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';

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

const Instant = Type.String();
const MaybeInstant = Type.Union([Instant, Type.Null()]);

export const Alert = Type.Object({
  id: Type.String(),
  rule: Rule,
  /** A sentence that describes the problem. */
  title: Type.String(),
  /** The first 50 affected items. */
  affected: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  affected_count: Type.Integer(),
  /** Path to the screen with details. */
  path: Type.String(),
  raised_at: Instant,
  /** Null while the alert is open. */
  ended_at: MaybeInstant,
  /** When a user acknowledged it. */
  acknowledged_at: MaybeInstant,
  unread: Type.Boolean(),
});
export type Alert = Type.Static<typeof Alert>;

export const listAlerts = {
  method: 'GET',
  url: '/alerts',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List the alerts that you can see, newest first',
  schema: {
    querystring: Type.Object(
      {
        show: Type.Optional(Type.Enum(['open', 'ended'])),
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
