import * as Type from 'typebox';
import { Role, Standing } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** The current user as stored under `user` in the browser (docs/specification.md#entities, narrowed by docs/threat-model.md#b7). */
export const CurrentUser = Type.Object({
  id: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  phoneNumber: Type.String(),
  avatar: Type.Array(Type.Object({ publicUrl: Type.String() })),
  provider: Type.String(),
  role: Role,
  standing: Standing,
  cid: Type.String(),
  /** Name of the linked customer; empty without one. */
  customer: Type.String(),
  disabled: Type.Boolean(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** A demo account: nobody can change it. */
  demo: Type.Boolean(),
  /** E-mail of the administrator who views as this user, reading only; empty in the user's own session. */
  viewed_by: Type.String(),
  has_password: Type.Boolean(),
  /** Whether sign-in asks for a second factor; `missing`: it has to be set up before anything else. */
  second_factor: Type.Union([Type.Literal('off'), Type.Literal('on'), Type.Literal('missing')]),
  /** IANA name; empty means the browser's. */
  time_zone: Type.String(),
  /** Six hex digits; empty where none was chosen. */
  theme_color: Type.String(),
  color_scheme: Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('auto'), Type.Literal('')]),
});
export type CurrentUser = Type.Static<typeof CurrentUser>;

export const LoginRequest = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 1024 }),
    cid: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
export type LoginRequest = Type.Static<typeof LoginRequest>;

/** The markers of the providers that can be configured (docs/specification.md#calls names the first two). */
export const ProviderName = Type.Union([Type.Literal('google'), Type.Literal('microsoft'), Type.Literal('oidc')]);
export type ProviderName = Type.Static<typeof ProviderName>;

/** Begins to sign in at a provider: the answer's `redirect` is where the browser goes next. */
export const ProviderLoginRequest = Type.Object(
  {
    provider: ProviderName,
    /** The page to come back to. */
    from: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);

/** `data` is the session token; `status` says whether the login succeeded. */
export const LoginAnswer = Type.Object({
  status: Type.Boolean(),
  data: Type.String(),
  role: Role,
  /** Present when the second factor is still missing: to be sent to `POST /auth/second-factor` with the code. */
  challenge: Type.Optional(Type.String()),
  /** Present when a provider was asked for: the address at which the reader signs in there. */
  redirect: Type.Optional(Type.String()),
});
export type LoginAnswer = Type.Static<typeof LoginAnswer>;

export const login = {
  method: 'POST',
  url: '/login',
  allowed: 'anyone',
  summary: 'Sign in with e-mail and password, or begin to sign in at a provider',
  schema: { body: Type.Union([LoginRequest, ProviderLoginRequest]), response: { 200: LoginAnswer } },
} as const satisfies Endpoint;

export const logout = {
  method: 'POST',
  url: '/auth/logout',
  allowed: 'session',
  summary: 'End the session that makes this call',
  schema: { response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;

export const currentUser = {
  method: 'GET',
  url: '/auth/me',
  allowed: 'session',
  summary: 'The signed-in account',
  schema: { response: { 200: CurrentUser } },
} as const satisfies Endpoint;

/**
 * Swaps a one-time code for a session (docs/threat-model.md#b5). Without `confirm` a code that was not started in this browser
 * only answers whose it is (masked), and stays valid.
 */
export const exchangeCode = {
  method: 'POST',
  url: '/auth/exchange',
  allowed: 'anyone',
  summary: 'Swap a one-time login code for a session',
  schema: {
    body: Type.Object(
      { code: Type.String({ minLength: 1, maxLength: 1024 }), confirm: Type.Boolean() },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        ...LoginAnswer.properties,
        /** Whose code it is, masked (`m***@example.com`), when `status` is false because a confirmation is needed. */
        account: Type.String(),
      }),
    },
  },
} as const satisfies Endpoint;
