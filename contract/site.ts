import * as Type from 'typebox';
import { ProviderName } from './auth.ts';
import type { Endpoint } from './endpoint.ts';

/** What the browser needs to know before anybody signs in. */
export const PublicConfig = Type.Object({
  version: Type.String(),
  /** Present only while the demo network is on (docs/decisions.md#screens). */
  demo_accounts: Type.Array(Type.Object({ role: Type.String(), email: Type.String(), password: Type.String() })),
  /** Providers one can sign in at, in the order of their buttons. */
  sign_in_providers: Type.Array(Type.Object({ name: ProviderName, label: Type.String() })),
  network_time_zone: Type.String(),
  map_style_url: Type.String(),
  google_maps_key: Type.String(),
  energy_cost_per_kwh: Type.Number(),
  energy_kwh_per_view: Type.Number(),
  /** An owner's part of the recorded revenue, 0 to 1, unless its contract says otherwise. */
  owner_share: Type.Number(),
  /** Whether the API describes itself at /api/docs. */
  api_docs: Type.Boolean(),
  /** Who may register: everybody, addresses an administrator entered, nobody. */
  sign_up: Type.Enum(['open', 'invite', 'closed']),
  password_min_length: Type.Integer(),
});
export type PublicConfig = Type.Static<typeof PublicConfig>;

export const publicConfig = {
  method: 'GET',
  url: '/config',
  allowed: 'anyone',
  summary: 'Public configuration of this installation',
  schema: { response: { 200: PublicConfig } },
} as const satisfies Endpoint;

/**
 * The one page that draws Google's map. Its document alone may load what Google sends; a browser keeps a document's policy,
 * so that page is entered and left by loading anew.
 */
export const isGoogleMapsPage = (path: string): boolean => /^\/app\/maps\/google\/?$/.test(path);

export const healthz = {
  method: 'GET',
  url: '/healthz',
  allowed: 'anyone',
  summary: 'The process answers',
  schema: { response: { 200: Type.Object({ status: Type.Literal('ok') }) } },
} as const satisfies Endpoint;

/** The last comparison of sealed sums with the events; null before the first. */
export const FiguresChecked = Type.Union([
  Type.Object({
    checked_at: Type.String(),
    weeks: Type.Integer(),
    differing: Type.Integer(),
    repaired: Type.Integer(),
    missing: Type.Integer(),
  }),
  Type.Null(),
]);

/** The last look at the books; null before the first. */
export const LedgerChecked = Type.Union([
  Type.Object({
    checked_at: Type.String(),
    entries: Type.Integer(),
    documents: Type.Integer(),
    months: Type.Integer(),
    faults: Type.Integer(),
  }),
  Type.Null(),
]);

const Readiness = Type.Object({
  status: Type.String(),
  accounts: Type.Boolean(),
  events: Type.Boolean(),
  clock: Type.Boolean({ description: "False: this process's clock differs from the store's by more than a minute." }),
  /** For administrators. */
  figures: Type.Optional(FiguresChecked),
  /** For administrators. */
  ledger: Type.Optional(LedgerChecked),
});
export const readyz = {
  method: 'GET',
  url: '/readyz',
  allowed: 'anyone',
  summary: 'Both stores answer, and the clock of the process is right',
  schema: { response: { 200: Readiness, 503: Readiness } },
} as const satisfies Endpoint;

export const readMetrics = {
  method: 'GET',
  url: '/metrics',
  allowed: 'metrics-token',
  summary: 'What the process counts, for Prometheus',
  schema: {},
} as const satisfies Endpoint;
