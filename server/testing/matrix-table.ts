import { CAMPAIGNS } from './matrix-campaigns.ts';
import { but, everyone, foreign, type Statuses, statuses } from './matrix-statuses.ts';

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
  readonly targets: Partial<Record<Target, Statuses>>;
};

/** Whoever is signed in. */
const session = (status: number) => statuses('session', status);
const SESSION = session(200);
/** Roles that read figures. */
const data = (status: number) => statuses('data', status);
/** For administrators alone. */
const admin = (status: number) => statuses('admin', status);

const TENANT_DATA = {
  own: data(200),
  other: foreign(data(200)),
  unknown: foreign(data(404)),
  malformed: data(400),
};

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
/** A row named by its id, with the body of a good call; whose row it is makes no difference to an administrator. */
const adminRow = (body?: object): Expectation => ({
  by: 'id',
  ...(body ? { body } : {}),
  targets: { unknown: admin(404), malformed: admin(400) },
});
const adminForm: Expectation = { body: {}, targets: { malformed: admin(400) } };
const VENUE = { name: 'V', type: '', address: '', city: '', state: '', time_zone: 'UTC', lat: null, lng: null };
const PLACE = { customer_id: UNKNOWN_ID, venue_id: UNKNOWN_ID, from: '2026-12-01' };

/** Payments, payouts and adjustments. */
const MONEY: Readonly<Record<string, Expectation>> = {
  'GET /api/admin/money': { targets: { none: admin(200) } },
  'GET /api/payees': { targets: { none: admin(200) } },
  'PUT /api/payees/:id': adminRow({ holder: 'H', account: '42', bank: '021000021' }),
  'GET /api/payee': { targets: { none: but(statuses('property', 200), ['admin', 'full'], 400) } },
  'PUT /api/payee': { body: {}, targets: { malformed: statuses('property-manager', 400) } },
  'POST /api/payees/:id/confirm': adminRow({ revision: 1 }),
  'GET /api/payments': { targets: { none: admin(200) } },
  'POST /api/payments': adminForm,
  'POST /api/payments/:id/withdraw': adminRow({ reason: 'so', sending_id: UNKNOWN_ID }),
  'GET /api/payout-runs': { targets: { none: admin(200) } },
  'POST /api/payout-runs': adminForm,
  'GET /api/payout-runs/:id/payouts': adminRow(),
  'GET /api/payout-runs/:id/export': adminRow(),
  'POST /api/payout-runs/:id/approve': adminRow({ sending_id: UNKNOWN_ID }),
  'POST /api/payout-runs/:id/decline': adminRow({ reason: 'so', sending_id: UNKNOWN_ID }),
  'POST /api/payout-runs/:id/paid': adminRow({ paid_on: '2026-01-02', sending_id: UNKNOWN_ID }),
  'POST /api/payouts/:id/paid': adminRow({ paid_on: '2026-01-02', sending_id: UNKNOWN_ID }),
  'POST /api/payouts/:id/returned': adminRow({ reason: 'so', sending_id: UNKNOWN_ID }),
  'GET /api/adjustments': { targets: { none: admin(200) } },
  'POST /api/adjustments': adminForm,
};

/** The network administered: customers, venues, outlets, keys. */
const NETWORK: Readonly<Record<string, Expectation>> = {
  'GET /api/admin/customers': { targets: { none: admin(200) } },
  'GET /api/admin/customers/export': { targets: { none: admin(200) } },
  'POST /api/admin/customers': adminForm,
  'GET /api/admin/imports': { targets: { malformed: admin(400) } },
  'POST /api/admin/imports/:id/cancel': adminRow(),
  'GET /api/admin/campaigns/export': { targets: { none: admin(200) } },
  'POST /api/admin/campaigns/import': adminForm,
  'POST /api/admin/customers/import': adminForm,
  'GET /api/admin/customers/:id': adminRow(),
  'PUT /api/admin/customers/:id': adminRow({ name: 'N', category: '', version: 0 }),
  'POST /api/admin/customers/:id/retire': adminRow({ version: 0 }),
  'POST /api/admin/customers/:id/restore': adminRow({ version: 0 }),
  'POST /api/admin/customers/:id/shares': adminRow({ share: '30%', from: '2026-12-01' }),
  'POST /api/admin/customers/:id/venues': adminRow(VENUE),
  'PUT /api/admin/venues/:id': adminRow({ ...VENUE, version: 0 }),
  'GET /api/admin/outlets': { targets: { none: admin(200) } },
  'GET /api/admin/outlets/export': { targets: { none: admin(200) } },
  'POST /api/admin/outlets': adminForm,
  'POST /api/admin/outlets/several': adminForm,
  'POST /api/admin/outlets/import': adminForm,
  'GET /api/admin/outlets/:id': adminRow(),
  'PUT /api/admin/outlets/:id': adminRow({
    label: '',
    lat: null,
    lng: null,
    purchase_price: null,
    monthly_cost: null,
    version: 0,
  }),
  'POST /api/admin/outlets/:id/move': adminRow({ ...PLACE, version: 0 }),
  'POST /api/admin/outlets/:id/cancel-move': adminRow({ version: 0 }),
  'POST /api/admin/outlets/:id/retire': adminRow({ version: 0 }),
  'POST /api/admin/outlets/:id/reinstate': adminRow({ version: 0 }),
  'POST /api/admin/keys': { body: { outlet_id: UNKNOWN_ID, label: '' }, targets: { unknown: admin(404) } },
  'POST /api/admin/keys/:id/rotate': adminRow({ overlap_hours: 1 }),
  'POST /api/admin/keys/:id/revoke': adminRow(),
};

/** Of each call of the showroom, where its folder is there. */
export const SAMPLES: Expectation = { targets: { none: data(200) } };

/** Who may do what (docs/threat-model.md#who-may-do-what), for every route of the API. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  'GET /api/healthz': { targets: { none: everyone(200) } },
  'GET /api/readyz': { targets: { none: everyone(200) } },
  'GET /metrics': { targets: { none: but(everyone(401), ['metricsToken'], 200) } },
  'GET /api/config': { targets: { none: everyone(200) } },
  'POST /api/login': { body: {}, targets: { malformed: everyone(400) } },
  'POST /api/auth/exchange': { body: {}, targets: { malformed: everyone(400) } },
  'POST /api/auth/second-factor': { body: {}, targets: { malformed: everyone(400) } },
  'POST /api/auth/confirm': { body: {}, targets: { malformed: session(400) } },
  'GET /api/auth/callback/:provider': { targets: { malformed: everyone(400) } },
  'POST /api/auth/link': { body: {}, targets: { malformed: everyone(400) } },
  'GET /api/auth/identities': { targets: { none: SESSION } },
  'POST /api/auth/identities': { body: {}, targets: { malformed: session(400) } },
  'DELETE /api/auth/identities/:id': { by: 'id', targets: { unknown: session(404), malformed: session(400) } },
  'PUT /api/account/profile': { body: {}, targets: { malformed: session(400) } },
  'PUT /api/account/preferences': { body: {}, targets: { none: SESSION } },
  'PUT /api/account/avatar': { body: {}, targets: { malformed: session(400) } },
  'DELETE /api/account/avatar': { targets: { none: SESSION } },
  'GET /api/account/tokens': { targets: { none: SESSION } },
  'POST /api/account/tokens': { body: {}, targets: { malformed: session(400) } },
  'DELETE /api/account/tokens/:id': { by: 'id', targets: { unknown: session(404), malformed: session(400) } },
  'GET /api/users/:id/tokens': adminRow(),
  'DELETE /api/users/:id/tokens/:token_id': { targets: { malformed: admin(400) } },
  'GET /api/avatars/:id': { targets: { malformed: everyone(400) } },
  'GET /api/account/export': { targets: { none: SESSION } },
  'DELETE /api/account': { query: 'unknown=1', targets: { malformed: session(400) } },
  'GET /api/auth/second-factor': { targets: { none: SESSION } },
  'PUT /api/auth/second-factor': { body: {}, targets: { malformed: session(400) } },
  'DELETE /api/auth/second-factor': { targets: { none: SESSION } },
  'POST /api/auth/second-factor/seed': { targets: { none: SESSION } },
  'POST /api/auth/second-factor/recovery-codes': { targets: { none: session(409) } },
  'PUT /api/auth/password': { body: {}, targets: { malformed: session(400) } },
  'GET /api/auth/sessions': { targets: { none: SESSION } },
  'DELETE /api/auth/sessions': { targets: { none: SESSION } },
  'DELETE /api/auth/sessions/:id': { by: 'id', targets: { unknown: session(404), malformed: session(400) } },
  'POST /api/auth/signup': { body: {}, targets: { malformed: everyone(400) } },
  'PUT /api/auth/verify-email': { body: {}, targets: { malformed: everyone(400) } },
  'POST /api/auth/send-password-reset-email': { body: {}, targets: { malformed: everyone(400) } },
  'PUT /api/auth/password-reset': { body: {}, targets: { malformed: everyone(400) } },
  'GET /api/documents': { by: 'cid', targets: TENANT_DATA },
  'GET /api/documents/:id': { by: 'id', targets: { unknown: data(404), malformed: data(400) } },
  'GET /api/documents/:id/csv': { by: 'id', targets: { unknown: data(404), malformed: data(400) } },
  'GET /api/documents/:id/pdf': { by: 'id', targets: { unknown: data(404), malformed: data(400) } },
  'GET /api/documents/:id/lines/:line/events': { targets: { malformed: data(400) } },
  'GET /api/money': { by: 'cid', targets: TENANT_DATA },
  'GET /api/auth/me': { targets: { none: SESSION } },
  'POST /api/auth/logout': { endsSession: true, targets: { none: SESSION } },
  'GET /api/list': { by: 'cid', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/list/summary': { by: 'cid', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/list/map': { by: 'cid', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/list/clusters': { by: 'cid', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/list/devices': { by: 'cid', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/list/daily': { by: 'cid', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/reports': { by: 'cid', query: 'dimensions=day,venue', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/report-marks': { query: 'from=2026-11-01&to=2026-11-30', targets: { none: data(200) } },
  'POST /api/report-marks': { body: {}, targets: { malformed: statuses('manager', 400) } },
  'DELETE /api/report-marks/:id': {
    by: 'id',
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'GET /api/saved-reports': { targets: { none: data(200) } },
  'POST /api/saved-reports': { body: {}, targets: { malformed: data(400) } },
  'GET /api/saved-reports/:id': { by: 'id', targets: { unknown: data(404), malformed: data(400) } },
  'PUT /api/saved-reports/:id': {
    ...{ by: 'id', body: { name: 'R', question: {}, shared: false, version: 0 } },
    targets: { unknown: data(404), malformed: data(400) },
  },
  'DELETE /api/saved-reports/:id': { by: 'id', targets: { unknown: data(404), malformed: data(400) } },
  'POST /api/saved-reports/:id/schedules': {
    by: 'id',
    body: { every: 'day', hour: 7, time_zone: 'UTC', format: 'csv', recipients: ['nobody@hotel.example'] },
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'DELETE /api/saved-reports/:id/schedules/:schedule_id': { targets: { malformed: statuses('manager', 400) } },
  'POST /api/saved-reports/:id/links': {
    ...{ by: 'id', body: {} },
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'DELETE /api/saved-reports/:id/links/:link_id': { targets: { malformed: statuses('manager', 400) } },
  'POST /api/shared-report': { body: {}, targets: { malformed: everyone(400) } },
  'GET /api/alerts': { targets: { none: data(200) } },
  'POST /api/alerts/seen': { targets: { none: data(200) } },
  'POST /api/alerts/:id/acknowledge': {
    by: 'id',
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'GET /api/alert-rules': { targets: { none: data(200) } },
  'PUT /api/alert-rules': { body: {}, targets: { malformed: statuses('manager', 400) } },
  'GET /api/alert-webhooks': { targets: { none: statuses('manager', 200) } },
  'POST /api/alert-webhooks': { body: {}, targets: { malformed: statuses('manager', 400) } },
  'DELETE /api/alert-webhooks/:id': {
    by: 'id',
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'POST /api/alert-calls/:id/replay': {
    by: 'id',
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'GET /api/outlets': { targets: { none: statuses('property', 200) } },
  'GET /api/outlets/:id': {
    by: 'id',
    targets: { unknown: statuses('property', 404), malformed: statuses('property', 400) },
  },
  'GET /api/outlets/:id/flights': {
    by: 'id',
    targets: { unknown: statuses('property', 404), malformed: statuses('property', 400) },
  },
  'GET /api/outlets/:id/events': {
    by: 'id',
    targets: { unknown: statuses('property', 404), malformed: statuses('property', 400) },
  },
  'GET /api/explain': { by: 'cid', query: 'by=day', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/invalid-traffic': { by: 'cid', targets: { none: data(200), ...TENANT_DATA } },
  'GET /api/objections': { targets: { none: data(200) } },
  'POST /api/objections': { body: {}, targets: { malformed: statuses('manager', 400) } },
  'POST /api/objections/:id/accept': adminRow({ reason: 'so' }),
  'POST /api/objections/:id/decline': adminRow({ reason: 'so' }),
  'GET /api/admin/traffic-rules': { targets: { none: admin(200) } },
  'POST /api/admin/traffic-rules': adminForm,
  'POST /api/admin/traffic-rules/trial': adminForm,
  'POST /api/admin/money/trial': adminForm,
  'GET /api/admin/letterhead': { targets: { none: admin(200) } },
  'PUT /api/admin/letterhead': adminForm,
  'GET /api/admin/profit': { targets: { none: admin(200) } },
  'GET /api/list/devices/:eui/views': { by: 'eui', targets: TENANT_DATA },
  'GET /api/list/search': { query: 'q=canary', targets: { none: data(200) } },
  'GET /api/first-steps': { targets: { none: data(200) } },
  'GET /api/list/live': { targets: { none: data(200) } },
  'POST /api/list/print-ticket': { by: 'cid-in-body', targets: TENANT_DATA },
  'POST /api/contact': {
    body: {},
    targets: { malformed: session(400) },
  },
  'GET /api/admin/mail': { targets: { none: but(session(403), ['admin'], 200) } },
  'GET /api/admin/mail/:id': { targets: { malformed: session(400) } },
  'POST /api/admin/mail/:id/retry': { targets: { malformed: admin(400) } },
  'GET /api/admin/messages': { targets: { none: admin(200) } },
  'GET /api/admin/messages/:id': { targets: { malformed: admin(400) } },
  'PUT /api/admin/messages/:id': { body: { action: 'read' }, targets: { malformed: admin(400) } },
  'GET /api/notices': { targets: { none: admin(200) } },
  'GET /api/audit': { targets: { none: admin(200) } },
  'GET /api/audit/actions': { targets: { none: admin(200) } },
  'GET /api/audit/export': { targets: { none: admin(200) } },
  'GET /api/audit/verify': { targets: { none: admin(200) } },
  'GET /api/colleagues': {
    targets: { none: but(but(data(200), ['admin'], 400), ['full'], 403) },
  },
  'POST /api/colleagues': { body: {}, targets: { malformed: statuses('manager', 400) } },
  'PATCH /api/colleagues/:id': {
    ...{ by: 'id', body: { standing: 'viewer', version: 0 } },
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'POST /api/colleagues/:id/invite': {
    by: 'id',
    targets: { unknown: statuses('manager', 404), malformed: statuses('manager', 400) },
  },
  'GET /api/users': { targets: { none: admin(200) } },
  'GET /api/users/export': { targets: { none: admin(200) } },
  'GET /api/users/customers': { targets: { none: admin(200) } },
  'GET /api/users/:id': { targets: { malformed: admin(400) } },
  'POST /api/users': { body: {}, targets: { malformed: admin(400) } },
  'PUT /api/users/:id': { body: {}, targets: { malformed: admin(400) } },
  'DELETE /api/users/:id': { targets: { malformed: admin(400) } },
  'POST /api/users/import': { body: {}, targets: { malformed: admin(400) } },
  'POST /api/users/:id/restore': { targets: { malformed: admin(400) } },
  'POST /api/users/:id/invite': { targets: { malformed: admin(400) } },
  'POST /api/users/:id/end-sessions': { targets: { malformed: admin(400) } },
  'POST /api/users/:id/view': { targets: { malformed: admin(400) } },
  'POST /api/ingest/events': {
    by: 'event',
    targets: {
      own: but(everyone(401), ['outletKeyA'], 200),
      other: but(everyone(401), ['outletKeyA'], 403),
      unknown: but(everyone(401), ['outletKeyA'], 403),
    },
  },
  'POST /api/serve': {
    by: 'outlet',
    targets: {
      own: but(everyone(401), ['outletKeyA'], 200),
      other: but(everyone(401), ['outletKeyA'], 403),
      unknown: but(everyone(401), ['outletKeyA'], 403),
      malformed: but(everyone(401), ['outletKeyA'], 400),
    },
  },
  ...MONEY,
  ...NETWORK,
  ...CAMPAIGNS,
};
