import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

type Side = 'contract' | 'server' | 'web';

const SIDES: Readonly<Record<Side, RegExp>> = {
  contract: /^contract\/([^/.]+)\.ts$/,
  server: /^server\/features\/([^/]+)\//,
  web: /^web\/features\/([^/]+)\//,
};

/** Words that one or two sides do not have, with the reason. All other words exist on all three sides. */
const NOT_EVERYWHERE: Readonly<Record<string, { readonly on: readonly Side[]; readonly because: string }>> = {
  'access-keys': { on: ['contract', 'server'], because: 'keys are given in the drawers of web/features/network' },
  adjustments: { on: ['contract'], because: 'part of money' },
  creatives: { on: ['contract', 'web'], because: 'pictures of campaigns: the server has them in campaigns' },
  colleagues: { on: ['contract'], because: 'part of users: accounts of one organisation' },
  customers: { on: ['contract', 'server'], because: 'web/features/network has them beside their outlets' },
  dashboard: {
    on: ['server', 'web'],
    because: 'one contract for each of its questions: list, live, daily, first-steps',
  },
  daily: { on: ['contract'], because: 'a question of the dashboard' },
  demo: { on: ['server'], because: 'the demo network, which has no calls of its own' },
  documentation: { on: ['web'], because: 'text' },
  explain: { on: ['contract'], because: 'part of reports: what a figure is made of; its panel is web/explain' },
  onboarding: { on: ['contract'], because: 'a question of the dashboard' },
  'flight-forecast': { on: ['contract'], because: 'part of campaigns' },
  flights: { on: ['contract'], because: 'part of campaigns' },
  'house-picture': { on: ['contract'], because: 'part of campaigns: what a property shows where no flight runs' },
  identities: { on: ['contract'], because: 'part of auth: connected accounts of providers' },
  imports: {
    on: ['contract', 'server'],
    because: 'any table may import: web/lib/import-runs.ts, web/ui/import-drawer.tsx',
  },
  ingest: { on: ['contract', 'server'], because: 'outlets and gateways call it' },
  list: { on: ['contract'], because: 'the question of the dashboard that the specification names' },
  live: { on: ['contract'], because: 'the stream of the dashboard' },
  locate: { on: ['web'], because: 'a map of the lists of the dashboard' },
  marketing: { on: ['web'], because: 'text and pictures' },
  metrics: { on: ['server'], because: 'Prometheus reads it; the call is in contract/site.ts' },
  money: {
    on: ['server', 'web'],
    because: 'one contract for each of its tables: payments, payouts, refunds, adjustments',
  },
  'money-overview': { on: ['contract'], because: 'part of money' },
  network: { on: ['web'], because: 'one screen of customers, venues, outlets and keys' },
  notices: { on: ['contract', 'server'], because: 'a banner of the shell' },
  objections: { on: ['contract'], because: 'part of traffic: what is said against a judgement' },
  'outlet-clusters': { on: ['contract'], because: 'a question of the dashboard: its map of a large network' },
  outlets: { on: ['contract', 'server'], because: 'web/features/network has them beside their customers' },
  'own-balance': { on: ['contract'], because: 'part of documents: what a customer earns or owes' },
  passkeys: { on: ['contract'], because: 'part of auth, and of account' },
  payees: { on: ['contract'], because: 'part of money' },
  payments: { on: ['contract'], because: 'part of money' },
  payouts: { on: ['contract'], because: 'part of money' },
  picture: { on: ['contract'], because: 'part of account and users' },
  'print-ticket': { on: ['contract'], because: 'part of statements' },
  'rate-card': { on: ['contract'], because: 'prices of campaigns: part of campaigns' },
  refunds: { on: ['contract'], because: 'part of money' },
  registration: { on: ['contract', 'server'], because: 'its pages stand with the login in web/features/auth' },
  'report-marks': { on: ['contract'], because: 'part of reports: what happened on the days of a chart' },
  'saved-reports': { on: ['contract'], because: 'part of reports: kept, mailed and shown to outsiders' },
  search: { on: ['contract', 'web'], because: 'the server finds it with the lists of the dashboard' },
  serve: { on: ['contract', 'server'], because: 'outlets and gateways call it' },
  showcase: { on: ['server'], because: 'a workspace of its own has the other sides' },
  payer: { on: ['contract'], because: 'part of money' },
  'second-factor': { on: ['contract'], because: 'part of auth and account' },
  sessions: { on: ['contract'], because: 'part of auth and account' },
  site: { on: ['contract', 'server'], because: 'settings and health of the whole, read by web/lib/public-config.ts' },
  statements: { on: ['server'], because: 'a PDF behind a link; its ticket is contract/print-ticket.ts' },
  'target-choices': { on: ['contract'], because: 'part of campaigns: whom a flight can reach' },
  'traffic-findings': { on: ['contract'], because: 'part of traffic' },
  'traffic-rules': { on: ['contract'], because: 'part of traffic' },
  venues: { on: ['contract'], because: 'part of customers' },
};

/** Shared parts of several contracts. */
const PARTS_OF_CONTRACTS = [
  'common',
  'csv-campaigns',
  'csv-columns',
  'csv-forms',
  'field-schemas',
  'endpoint',
  'flight-parts',
  'list-figures',
  'position-fields',
  'token-scopes',
  'table-choices',
  'pagination',
  'editable-fields',
  'background-requests',
];

test('a feature has the same word on every side, or is listed with its reason', () => {
  const found = new Map<string, Set<Side>>();
  for (const file of sourceFiles()) {
    for (const [side, pattern] of Object.entries(SIDES) as [Side, RegExp][]) {
      const word = pattern.exec(file)?.[1];
      if (word === undefined || (side === 'contract' && PARTS_OF_CONTRACTS.includes(word))) continue;
      found.set(word, (found.get(word) ?? new Set()).add(side));
    }
  }
  const missing = [...found].filter(([, sides]) => sides.size < Object.keys(SIDES).length);
  expect(Object.fromEntries(missing.map(([word, sides]) => [word, [...sides].toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(NOT_EVERYWHERE).map(([word, { on }]) => [word, on])),
  );
  expect(Object.values(NOT_EVERYWHERE).filter(({ because }) => because === '')).toEqual([]);
});
