import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { CREATIVE, once, picture, type Step, TODAY, versionOf } from './write-world.ts';

const LABELS = { label: '', lat: null, lng: null, purchase_price: null, monthly_cost: null };
const TEXTS = { name: 'Pier House II', category: 'hotel', billing_address: '', tax_id: '' };
const VENUE = { name: 'Pier', type: 'hotel', address: '', city: '', state: '', time_zone: 'UTC', lat: null, lng: null };
const QUESTION = { dimensions: 'venue', metrics: 'views', range: '30d' };
const CAMPAIGN = { name: 'Winter', time_zone: 'UTC', category: 'travel', sponsor: 'Brightwater' };
const MAILED = { first_name: 'C', last_name: 'D', email: 'viewer@harbour.example', standing: 'viewer' };

const paid = () => ({ paid_on: TODAY, ...once() });
const refused = () => ({ reason: 'Not now', ...once() });

/** Writes that change the network, accounts and the user's own account, after the additions in `MONEY_WRITES`. */
export const NETWORK_WRITES: readonly Step[] = [
  {
    call: 'PUT /admin/customers/:customer',
    table: 'customers',
    body: async (world) => ({ ...TEXTS, ...(await versionOf(world, 'customers', 'customer')) }),
  },
  {
    call: 'POST /admin/customers/:customer/retire',
    table: 'customers',
    body: (world) => versionOf(world, 'customers', 'customer'),
  },
  {
    call: 'POST /admin/customers/:customer/restore',
    table: 'customers',
    body: (world) => versionOf(world, 'customers', 'customer'),
  },
  { call: 'POST /admin/customers/:customer/venues', table: 'venues', keeps: 'pier', body: () => VENUE },
  {
    call: 'PUT /admin/venues/:pier',
    table: 'venues',
    body: async (world) => ({ ...VENUE, name: 'Quay', ...(await versionOf(world, 'venues', 'pier')) }),
  },
  {
    call: 'POST /admin/outlets/several',
    table: 'outlets',
    finds: { added: 'outlets' },
    body: ({ ids }) => ({
      customer_id: ids.owner,
      venue_id: ids.venue,
      from: '2026-01-01',
      with_keys: false,
      outlets: [{ eui: 'aa000000000000f2', label: '' }],
    }),
  },
  {
    call: 'PUT /admin/outlets/:added',
    table: 'outlets',
    body: async (world) => ({ ...LABELS, label: 'Lobby', ...(await versionOf(world, 'outlets', 'added')) }),
  },
  {
    call: 'POST /admin/outlets/:added/move',
    table: 'outlet_assignments',
    body: async (world) => ({
      customer_id: world.ids.customer,
      venue_id: world.ids.pier,
      from: '2999-01-01',
      ...(await versionOf(world, 'outlets', 'added')),
    }),
  },
  {
    call: 'POST /admin/outlets/:added/cancel-move',
    table: 'outlet_assignments',
    body: (world) => versionOf(world, 'outlets', 'added'),
  },
  {
    call: 'POST /admin/outlets/:added/retire',
    table: 'outlets',
    body: (world) => versionOf(world, 'outlets', 'added'),
  },
  {
    call: 'POST /admin/outlets/:added/reinstate',
    table: 'outlets',
    body: (world) => versionOf(world, 'outlets', 'added'),
  },
  { call: 'POST /admin/keys/:key/rotate', table: 'access_keys', body: () => ({ overlap_hours: 1 }) },
  { call: 'POST /admin/keys/:key/revoke', table: 'access_keys' },
  {
    call: 'PUT /users/:user',
    table: 'users',
    body: async (world) => ({
      first_name: 'Ada',
      last_name: 'B',
      phone_number: '',
      role: 'property',
      disabled: false,
      email: 'new@harbour.example',
      customer_id: world.ids.owner,
      ...(await versionOf(world, 'users', 'user')),
    }),
  },
  { call: 'POST /users/:user/invite', table: 'mails' },
  { call: 'POST /users/:user/end-sessions', table: 'audit_log' },
  { call: 'POST /users/:user/view', table: 'audit_log' },
  { call: 'DELETE /users/:user', table: 'users', body: (world) => versionOf(world, 'users', 'user') },
  { call: 'POST /users/:user/restore', table: 'users' },
  { call: 'POST /colleagues', table: 'users', who: 'owner', keeps: 'colleague', body: () => MAILED },
  {
    call: 'PATCH /colleagues/:colleague',
    table: 'users',
    who: 'owner',
    body: async (world) => ({ standing: 'manager', ...(await versionOf(world, 'users', 'colleague')) }),
  },
  { call: 'POST /colleagues/:colleague/invite', table: 'mails', who: 'owner' },
  {
    call: 'PUT /account/profile',
    table: 'users',
    who: 'owner',
    body: () => ({ firstName: 'Olga', lastName: 'Owner', phoneNumber: '' }),
  },
  { call: 'PUT /account/preferences', table: 'users', who: 'owner', body: () => ({ color_scheme: 'dark' }) },
  {
    call: 'PUT /account/avatar',
    table: 'users',
    who: 'owner',
    body: async () => ({ image: (await picture()).toString('base64') }),
  },
  { call: 'DELETE /account/avatar', table: 'users', who: 'owner' },
  {
    call: 'POST /account/tokens',
    table: 'api_tokens',
    keeps: 'token',
    body: () => ({ name: 'Books', scopes: ['money:read'] }),
  },
  { call: 'DELETE /account/tokens/:token', table: 'api_tokens' },
  {
    call: 'POST /saved-reports',
    table: 'saved_reports',
    keeps: 'kept',
    body: () => ({ name: 'Kept', question: QUESTION, shared: false }),
  },
  { call: 'POST /saved-reports/:kept/links', table: 'report_links', finds: { link: 'report_links' }, body: () => ({}) },
  { call: 'DELETE /saved-reports/:kept/links/:link', table: 'report_links' },
  {
    call: 'POST /saved-reports/:kept/schedules',
    table: 'report_schedules',
    keeps: 'schedule',
    body: async ({ server }) => ({
      every: 'day',
      hour: 8,
      time_zone: 'UTC',
      format: 'csv',
      recipients: [await anAdministrator(server.accounts)],
    }),
  },
  { call: 'DELETE /saved-reports/:kept/schedules/:schedule', table: 'report_schedules' },
  {
    call: 'POST /report-marks',
    table: 'report_marks',
    keeps: 'mark',
    body: () => ({ day: TODAY, words: 'Closed' }),
  },
  { call: 'DELETE /report-marks/:mark', table: 'report_marks' },
  { call: 'POST /alerts/seen', table: 'alert_readers', who: 'owner' },
  {
    call: 'PUT /account/notifications',
    table: 'notification_choices',
    who: 'owner',
    body: () => ({ kind: 'payout_sent', mail: false }),
  },
  {
    call: 'POST /contact',
    table: 'contact_messages',
    finds: { message: 'contact_messages' },
    body: () => ({ name: 'Ann', email: 'ann@example.com', message: 'A hundred outlets, please.' }),
  },
  { call: 'PUT /admin/messages/:message', table: 'contact_messages', body: () => ({ action: 'read' }) },
  { call: 'POST /payouts/:payout/returned', table: 'payouts', body: () => ({ reason: 'Account closed', ...once() }) },
  { call: 'POST /payout-runs', table: 'payout_runs', keeps: 'second', body: () => ({ minimum: 1, ...once() }) },
  {
    call: 'POST /payout-runs/:second/approve',
    table: 'payout_runs',
    who: 'second',
    finds: { again: 'payouts' },
    body: once,
  },
  { call: 'POST /payouts/:again/paid', table: 'payouts', body: () => ({ paid_on: TODAY, ...once() }) },
  {
    call: `POST /flights/:flight/creatives?${CREATIVE}`,
    table: 'creatives',
    finds: { tall: 'creatives' },
    body: picture,
  },
  {
    call: 'POST /creative-queue/:tall/accept',
    table: 'creative_decisions',
    who: 'owner',
    body: () => ({ version: 0 }),
  },
  {
    call: 'POST /creative-queue/:tall/refuse',
    table: 'creative_decisions',
    who: 'owner',
    body: async ({ server }) => ({ reason: 'Blurred.', version: await decidedAt(server.accounts) }),
  },
  { call: 'DELETE /flights/:flight/creatives/:tall', table: 'creatives' },
  { call: 'POST /admin/traffic-findings/:credited/approve', table: 'adjustments' },
  { call: 'POST /admin/traffic-findings/:dropped/decline', table: 'traffic_findings' },
  {
    call: 'POST /payments',
    table: 'payments',
    body: ({ ids }) => ({ customer_id: ids.sponsor, amount: 900, paid_on: TODAY, reference: 'Ahead', ...once() }),
  },
  {
    call: 'PUT /payees/:owner',
    table: 'payee_changes',
    body: () => ({ holder: 'Harbour Hotel', account: '000123456789', bank: '021000021' }),
  },
  {
    call: 'PUT /payee',
    table: 'payee_changes',
    who: 'owner',
    body: () => ({ holder: 'Harbour Hotel', account: '000987654321', bank: '021000021' }),
  },
  { call: 'POST /payees/:owner/confirm', table: 'payee_seals', who: 'second', body: () => ({ revision: 2 }) },
  {
    call: 'PUT /payee',
    table: 'payee_changes',
    who: 'owner',
    body: () => ({ holder: 'Harbour Hotel', account: '000987654322', bank: '021000021' }),
  },
  { call: 'POST /payee/withdraw', table: 'payee_changes', who: 'owner', body: () => ({ revision: 4 }) },
  {
    call: 'PUT /payees/:owner',
    table: 'payee_changes',
    body: () => ({ holder: 'Harbour Hotel', account: '000987654323', bank: '021000021' }),
  },
  { call: 'POST /payees/:owner/withdraw', table: 'payee_changes', body: () => ({ revision: 5 }) },
  {
    call: 'PUT /payees/:sponsor',
    table: 'payee_changes',
    body: () => ({ holder: 'Brightwater', account: '000555456789', bank: '021000021' }),
  },
  ...(['declined', 'paid', 'returned'] as const).flatMap((end): Step[] => [
    {
      call: 'POST /refunds',
      table: 'refunds',
      keeps: 'refund',
      body: ({ ids }) => ({ customer_id: ids.sponsor, amount: 10, reason: 'Shortened', ...once() }),
    },
    ...(end === 'declined'
      ? [{ call: 'POST /refunds/:refund/decline', table: 'refunds', body: refused } as const]
      : [
          { call: 'POST /refunds/:refund/approve', table: 'refunds', who: 'second', body: once } as const,
          end === 'paid'
            ? ({ call: 'POST /refunds/:refund/paid', table: 'refunds', body: paid } as const)
            : ({ call: 'POST /refunds/:refund/returned', table: 'refunds', body: refused } as const),
        ]),
  ]),
  { call: 'POST /campaigns', table: 'campaigns', body: ({ ids }) => ({ ...CAMPAIGN, advertiser_id: ids.sponsor }) },
  ...(['approve', 'decline'] as const).flatMap((decision): Step[] => [
    {
      call: 'POST /account/tokens',
      table: 'api_tokens',
      keeps: 'token',
      body: () => ({ name: decision, scopes: ['money:write'] }),
    },
    { call: `POST /token-requests/:token/${decision}`, table: 'api_tokens', who: 'second' },
  ]),
  {
    call: 'POST /account/tokens',
    table: 'api_tokens',
    keeps: 'token',
    body: () => ({ name: 'B', scopes: ['reports:read'] }),
  },
  { call: 'DELETE /users/:me/tokens/:token', table: 'api_tokens' },
];

async function anAdministrator(accounts: AccountsDb): Promise<string> {
  const admins = accounts.selectFrom('users').select('email').where('role', '=', 'admin');
  return (await admins.executeTakeFirstOrThrow()).email;
}

async function decidedAt(accounts: AccountsDb): Promise<number> {
  const decisions = accounts.selectFrom('creative_decisions').select('decided_at').orderBy('decided_at', 'desc');
  return (await decisions.executeTakeFirstOrThrow()).decided_at;
}
