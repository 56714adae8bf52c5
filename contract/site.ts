import * as Type from 'typebox';
import { ProviderName } from './auth.ts';
import { Failure } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Settings that the browser needs before sign-in. */
export const PublicConfig = Type.Object({
  version: Type.String(),
  /** Present only while the demo network is enabled (docs/decisions.md#screens). */
  demo_accounts: Type.Array(Type.Object({ role: Type.String(), email: Type.String(), password: Type.String() })),
  /** Available sign-in providers, in the order of their buttons. */
  sign_in_providers: Type.Array(Type.Object({ name: ProviderName, label: Type.String() })),
  /** Whether passkeys are available: PUBLIC_URL has a host name, and HTTPS unless it is localhost. */
  passkeys: Type.Boolean(),
  network_time_zone: Type.String(),
  map_style_url: Type.String(),
  google_maps_key: Type.String(),
  energy_cost_per_kwh: Type.Number(),
  energy_kwh_per_view: Type.Number(),
  /** The default owner's share of the recorded revenue, 0 to 1. A contract may override it. */
  owner_share: Type.Number(),
  /** Whether /api/docs serves the API description. */
  api_docs: Type.Boolean(),
  /** The people who may register: everyone, invited addresses only, or no one. */
  sign_up: Type.Enum(['open', 'invite', 'closed']),
  password_min_length: Type.Integer(),
});
export type PublicConfig = Type.Static<typeof PublicConfig>;

export const publicConfig = {
  method: 'GET',
  url: '/config',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Get the public configuration of this installation',
  schema: { response: { 200: PublicConfig } },
} as const satisfies Endpoint;

/**
 * Whether a path is the page that draws Google's map. Only that page's document may load Google's resources. A browser
 * keeps a document's content security policy, so entering and leaving the page needs a full page load.
 */
export const isGoogleMapsPage = (path: string): boolean => /^\/app\/maps\/google\/?$/.test(path);

export const healthz = {
  method: 'GET',
  url: '/healthz',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Check that the process responds',
  schema: { response: { 200: Type.Object({ status: Type.Literal('ok') }) } },
} as const satisfies Endpoint;

/** The last comparison between sealed sums and events. Null before the first comparison. */
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

/** The last ledger check. Null before the first check. */
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
  clock: Type.Boolean({ description: "False if this process's clock differs from the store's by more than a minute." }),
  schema: Type.Boolean({
    description: 'False if a newer version has changed the stores. Replace this process with the newer version.',
  }),
  /** Only for administrators. */
  figures: Type.Optional(FiguresChecked),
  /** Only for administrators. */
  ledger: Type.Optional(LedgerChecked),
});
export const readyz = {
  method: 'GET',
  url: '/readyz',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Check that both stores respond and accept events, the clock is correct, and the schema is supported',
  schema: { response: { 200: Readiness, 503: Readiness } },
} as const satisfies Endpoint;

export const readMetrics = {
  method: 'GET',
  url: '/metrics',
  allowed: 'metrics-token',
  tokenScope: 'none',
  summary: 'Get metrics of the process for Prometheus',
  schema: {},
} as const satisfies Endpoint;

export const readSecurityText = {
  method: 'GET',
  url: '/.well-known/security.txt',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Get the contact for vulnerability reports (RFC 9116)',
  documented: { response: { 200: Type.String({ description: 'Text file' }), 404: Failure } },
  schema: {},
} as const satisfies Endpoint;
