import * as Type from 'typebox';
import { ProviderName } from './auth.ts';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** An email domain that an organization claims, and the sign-in rules for its addresses. */
export const EmailDomain = Type.Object({
  id: Type.String(),
  domain: Type.String(),
  /** Name of the organization. */
  customer: Type.String(),
  provider: ProviderName,
  provider_label: Type.String(),
  /** The TXT record that proves the claim. */
  record_name: Type.String(),
  record_value: Type.String(),
  /** `missing`: the domain was verified, but its record is now gone. */
  state: Type.Union([Type.Literal('pending'), Type.Literal('verified'), Type.Literal('missing')]),
  checked_at: Type.Union([Type.String(), Type.Null()]),
  /** When the claim ends unless the record returns. */
  ends_at: Type.Union([Type.String(), Type.Null()]),
  /** Whether members can sign in only at the provider. */
  sso_only: Type.Boolean(),
  /** Whether the caller has signed in through the provider, so that single sign-on can be required. */
  is_tried: Type.Boolean(),
});
export type EmailDomain = Type.Static<typeof EmailDomain>;

const OneDomain = Type.Object({ id: RowId });

export const listEmailDomains = {
  method: 'GET',
  url: '/single-sign-on/domains',
  allowed: 'manager',
  tokenScope: 'none',
  summary: 'List the email domains of your organization, or of all organizations for administrators',
  schema: { response: { 200: Type.Object({ data: Type.Array(EmailDomain) }) } },
} as const satisfies Endpoint;

export const claimEmailDomain = {
  method: 'POST',
  url: '/single-sign-on/domains',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Claim an email domain for your organization; a DNS TXT record must prove ownership',
  schema: {
    body: Type.Object(
      { domain: Type.String({ minLength: 1, maxLength: 253 }), provider: ProviderName },
      { additionalProperties: false },
    ),
    response: { 200: EmailDomain },
  },
} as const satisfies Endpoint;

export const checkEmailDomain = {
  method: 'POST',
  url: '/single-sign-on/domains/:id/check',
  allowed: 'manager',
  tokenScope: 'none',
  summary: 'Check the DNS TXT record now',
  schema: {
    params: OneDomain,
    response: { 200: Type.Object({ is_found: Type.Boolean(), domain: EmailDomain }) },
  },
} as const satisfies Endpoint;

export const requireSingleSignOn = {
  method: 'PUT',
  url: '/single-sign-on/domains/:id',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary:
    'Require single sign-on for members with an address at the domain, or stop requiring it. You must have used it first; administrators can only stop it',
  schema: {
    params: OneDomain,
    body: Type.Object({ sso_only: Type.Boolean() }, { additionalProperties: false }),
    response: { 200: EmailDomain },
  },
} as const satisfies Endpoint;

export const releaseEmailDomain = {
  method: 'DELETE',
  url: '/single-sign-on/domains/:id',
  allowed: 'manager',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Release a claimed domain; members sign in as before the claim',
  schema: { params: OneDomain, response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;
