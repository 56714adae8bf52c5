import type { ReportQuestion } from '#contract/saved-reports.ts';
import { DAY_MS } from '#domain/durations.ts';
import { nameKey } from '#domain/name-key.ts';
import type { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { demoRowId } from './demo-row-id.ts';

type DemoRole = (typeof DEMO_ACCOUNTS)[number]['role'];
type Kept = { readonly name: string; readonly question: ReportQuestion; readonly note: string };

/** The saved report of each demo account, and its note on a day. */
const KEPT: Readonly<Record<DemoRole, Kept>> = {
  admin: {
    name: 'Network, week by week',
    question: { range: '90d', dimensions: 'week', metrics: 'revenue,views,burns', compare: 'previous' },
    note: 'Meters of the west coast were read',
  },
  property: {
    name: 'Month by venue',
    question: { range: 'last-month', dimensions: 'venue', metrics: 'revenue,views,energy_cost', compare: 'previous' },
    note: 'Marathon in town',
  },
  advertiser: {
    name: 'Campaigns by day',
    question: { range: '30d', dimensions: 'day,campaign', metrics: 'revenue,views,clicks,burns' },
    note: 'Posters went up',
  },
};

type Maker = { readonly id: string; readonly role: DemoRole; readonly customer_id: string | null };

/** Returns a shared report and a note on a day for each of the accounts. */
export function demoReports(makers: readonly Maker[], at: number) {
  const of = ({ id, role, customer_id }: Maker) => ({ kept: KEPT[role], owner: { user_id: id, customer_id } });
  const reports = makers.map((maker) => {
    const { kept, owner } = of(maker);
    const { name, question } = kept;
    const said = { name, name_key: nameKey(name), question: JSON.stringify(question), shared: 1 as const };
    const madeAt = at - 20 * DAY_MS;
    return {
      id: demoRowId('report', maker.role),
      ...owner,
      ...said,
      version: 0,
      created_at: madeAt,
      updated_at: madeAt,
    };
  });
  const marks = makers.map((maker) => {
    const { kept, owner } = of(maker);
    const madeAt = at - 8 * DAY_MS;
    const day = new Date(madeAt).toISOString().slice(0, 10);
    return { id: demoRowId('mark', maker.role), ...owner, day, words: kept.note, created_at: madeAt };
  });
  return { reports, marks };
}
