import { CREATIVE, once, picture, type Step, TODAY, versionOf } from './write-world.ts';

const VENUE = { name: 'Pier', type: 'hotel', address: '', city: '', state: '', time_zone: 'UTC', lat: null, lng: null };
const OUTLET = { label: '', lat: null, lng: null, purchase_price: null, monthly_cost: null };
const USER = { first_name: 'A', last_name: 'B', phone_number: '', role: 'property', disabled: false };
const REPORT = { question: { dimensions: 'venue', metrics: 'views', range: '30d' }, shared: false };
const PAYER = { holder: 'Voltboard', account: '000123456789', bank: '021000021', company_id: '1123456789' };

/** Writes that change money, reports and creatives, and writes that add to the network, in sequence. */
export const MONEY_WRITES: readonly Step[] = [
  {
    call: 'POST /payments',
    table: 'payments',
    keeps: 'payment',
    body: ({ ids }) => ({ customer_id: ids.sponsor, amount: 40, paid_on: TODAY, reference: 'Transfer 7', ...once() }),
  },
  {
    call: 'POST /payments/:payment/withdraw',
    table: 'payments',
    body: () => ({ reason: 'Mistake', ...once() }),
  },
  { call: 'POST /payout-runs', table: 'payout_runs', keeps: 'run', body: () => ({ minimum: 1, ...once() }) },
  {
    call: 'POST /payout-runs/:run/decline',
    table: 'payout_runs',
    body: () => ({ reason: 'Not now', ...once() }),
  },
  { call: 'POST /payout-runs', table: 'payout_runs', keeps: 'run', body: () => ({ minimum: 1, ...once() }) },
  { call: 'PUT /payer', table: 'payer_accounts', body: () => PAYER },
  { call: 'POST /payout-runs/:run/approve', table: 'payout_runs', who: 'second', body: once },
  {
    call: 'POST /payout-runs/:run/paid',
    table: 'payouts',
    finds: { payout: 'payouts' },
    body: () => ({ paid_on: TODAY, ...once() }),
  },
  {
    call: 'POST /adjustments',
    table: 'adjustments',
    body: ({ ids }) => ({
      owner_id: null,
      advertiser_id: ids.sponsor,
      amount: -5,
      owner_amount: 0,
      reason: 'Courtesy',
      ...once(),
    }),
  },
  {
    call: 'PUT /admin/letterhead',
    table: 'letterheads',
    body: () => ({
      name: 'Volt',
      address: 'Pier 1',
      tax_id: '',
      contact: '',
      payment: '',
      logo: null,
      since: null,
    }),
  },
  {
    call: 'POST /admin/rate-card',
    table: 'rate_card',
    body: () => ({ model: 'cpc', venue_type: null, price: 0.25 }),
  },
  {
    call: 'POST /admin/traffic-rules',
    table: 'traffic_rules',
    body: () => ({ visitor_seconds: 900, outlet_pace: true, data_centre: false, silent_minutes: null }),
  },
  { call: 'POST /objections/:declined/decline', table: 'objections', body: () => ({ reason: 'Checked.' }) },
  {
    call: 'POST /saved-reports',
    table: 'saved_reports',
    keeps: 'report',
    body: () => ({ ...REPORT, name: 'R' }),
  },
  {
    call: 'PUT /saved-reports/:report',
    table: 'saved_reports',
    body: () => ({ ...REPORT, name: 'Renamed', version: 0 }),
  },
  { call: 'POST /saved-reports/:report/links', table: 'report_links', keeps: 'link', body: () => ({}) },
  { call: 'DELETE /saved-reports/:report', table: 'saved_reports' },
  { call: 'POST /report-marks', table: 'report_marks', body: () => ({ day: TODAY, words: 'Opening day' }) },
  { call: `POST /flights/:flight/creatives?${CREATIVE}`, table: 'creatives', body: picture },
  { call: 'PUT /house-picture?seconds=12&cid=:owner', table: 'house_pictures', body: picture },
  { call: 'DELETE /house-picture?cid=:owner', table: 'house_pictures' },
  {
    call: 'PUT /creative-policy',
    table: 'customers',
    who: 'owner',
    body: async (world) => ({
      review_each: true,
      blocked_categories: [],
      ...(await versionOf(world, 'customers', 'owner')),
    }),
  },
  {
    call: 'POST /admin/customers',
    table: 'customers',
    keeps: 'customer',
    body: () => ({ name: 'Pier House', category: 'hotel', billing_address: '', tax_id: '', kind: 'property' }),
  },
  {
    call: 'POST /admin/customers/:owner/shares',
    table: 'owner_shares',
    body: () => ({ share: '35%', from: '2999-01-01' }),
  },
  { call: 'POST /admin/customers/:owner/venues', table: 'venues', body: () => VENUE },
  {
    call: 'POST /admin/outlets',
    table: 'outlets',
    body: ({ ids }) => ({
      eui: 'aa000000000000f1',
      ...OUTLET,
      customer_id: ids.owner,
      venue_id: ids.venue,
      from: '2026-01-01',
    }),
  },
  {
    call: 'POST /admin/keys',
    table: 'access_keys',
    finds: { key: 'access_keys' },
    body: ({ ids }) => ({ outlet_id: ids.outlet, label: '' }),
  },
  {
    call: 'POST /users',
    table: 'users',
    keeps: 'user',
    body: ({ ids }) => ({ ...USER, email: 'new@harbour.example', customer_id: ids.owner, invite: false }),
  },
  {
    call: 'PUT /alert-rules',
    table: 'alert_quiet_hours',
    body: () => ({ rules: [], quiet: { from: 1_320, to: 420, time_zone: 'UTC' } }),
  },
];
