import { type Expectation, form, none, row, UNKNOWN_ID } from './matrix-rows.ts';
import { but, statuses } from './matrix-statuses.ts';

/** Payments, payouts and adjustments. */
export const MONEY: Readonly<Record<string, Expectation>> = {
  'GET /api/admin/money': none('admin'),
  'GET /api/admin/health': none('admin'),
  'GET /api/payees': none('admin'),
  'PUT /api/payees/:id': row('admin', { holder: 'H', account: '42', bank: '021000021' }),
  'GET /api/payee': { targets: { none: but(statuses('property', 200), ['admin', 'full'], 400) } },
  'PUT /api/payee': { body: {}, targets: { malformed: statuses('property-manager', 400) } },
  'POST /api/payees/:id/confirm': row('admin', { revision: 1 }),
  'GET /api/payer': none('admin'),
  'PUT /api/payer': form('admin'),
  'GET /api/payments': none('admin'),
  'POST /api/payments': form('admin'),
  'POST /api/payments/:id/withdraw': row('admin', { reason: 'so', sending_id: UNKNOWN_ID }),
  'GET /api/payout-runs': none('admin'),
  'POST /api/payout-runs': form('admin'),
  'GET /api/payout-runs/:id/payouts': row('admin'),
  'GET /api/payout-runs/:id/export': row('admin'),
  'POST /api/payout-runs/:id/approve': row('admin', { sending_id: UNKNOWN_ID }),
  'POST /api/payout-runs/:id/decline': row('admin', { reason: 'so', sending_id: UNKNOWN_ID }),
  'POST /api/payout-runs/:id/paid': row('admin', { paid_on: '2026-01-02', sending_id: UNKNOWN_ID }),
  'POST /api/payouts/:id/paid': row('admin', { paid_on: '2026-01-02', sending_id: UNKNOWN_ID }),
  'POST /api/payouts/:id/returned': row('admin', { reason: 'so', sending_id: UNKNOWN_ID }),
  'GET /api/adjustments': none('admin'),
  'POST /api/adjustments': form('admin'),
};
