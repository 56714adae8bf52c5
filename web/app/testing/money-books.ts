import type { MoneyOverview } from '#contract/money-overview.ts';

/** An advertiser with an open balance. */
export const BRIGHTWATER = { id: '01900000-0000-7000-8000-0000000000c2', name: 'Brightwater' };
export const PIER = { id: '01900000-0000-7000-8000-0000000000c1', name: 'Pier House' };
/** The overview that /admin/money loads first. */
export const OVERVIEW: MoneyOverview = {
  time_zone: 'UTC',
  currency: 'USD',
  receivable: 300,
  overdue: 100,
  payable: 120.5,
  in_payout: 0,
  cash: 40,
  revenue: 700,
  months: [
    {
      month: '2026-10',
      state: 'final',
      final_at: '2026-11-05T23:59:00.000Z',
      statements: 2,
      invoices: 1,
      owed: 120.5,
      billed: 300,
    },
  ],
  advertisers: [
    {
      customer: BRIGHTWATER,
      open: 300,
      overdue: 100,
      reminder: { level: 2, at: '2026-11-14T09:13:00.000Z' },
    },
  ],
  owners: [{ customer: PIER, open: 120.5 }],
  ahead: 0,
  advertisers_ahead: [],
  objections_open: 0,
  ledger_check: { at: '2026-11-21T03:00:00.000Z', entries: 9, faults: 0 },
};
