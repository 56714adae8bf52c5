import * as Type from 'typebox';
import { Role, Standing } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The current user as stored under `user` in the browser (docs/specification.md#entities, narrowed by
 * docs/threat-model.md#b7).
 */
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
  /** The linked customer's name. Empty if there is none. */
  customer: Type.String(),
  disabled: Type.Boolean(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** Whether this is a demo account, which is read-only. */
  demo: Type.Boolean(),
  /** The email address of the administrator who views as this user, read-only. Empty in the user's own session. */
  viewed_by: Type.String(),
  /** Whether the account has a usable password. False if the organization requires single sign-on. */
  has_password: Type.Boolean(),
  /** The provider that the organization requires. Empty if there is none. */
  single_sign_on: Type.String(),
  /** Whether sign-in requires a second factor. `missing`: the user must set it up before anything else. */
  second_factor: Type.Union([Type.Literal('off'), Type.Literal('on'), Type.Literal('missing')]),
  /** Whether the account has a passkey. A passkey can also confirm a session. */
  has_passkey: Type.Boolean(),
  /** IANA name of the time zone. Empty to use the browser's time zone. */
  time_zone: Type.String(),
  /** Six hex digits. Empty if the user has not chosen a color. */
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

/** Supported provider names (docs/specification.md#calls lists the first two). */
export const ProviderName = Type.Union([Type.Literal('google'), Type.Literal('microsoft'), Type.Literal('oidc')]);
export type ProviderName = Type.Static<typeof ProviderName>;

/** Starts sign-in with a provider. The browser then goes to the response's `redirect`. */
export const ProviderLoginRequest = Type.Object(
  {
    provider: ProviderName,
    /** The page to return to after sign-in. */
    from: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);

/** `data` is the session token. `status` is true if the sign-in succeeded. */
export const LoginAnswer = Type.Object({
  status: Type.Boolean(),
  data: Type.String(),
  role: Role,
  /** Present if the second factor is still missing. Send it to `POST /auth/second-factor` with the code. */
  challenge: Type.Optional(Type.String()),
  /** Present with `challenge`: whether one of the account's passkeys can serve as the second step. */
  passkey: Type.Optional(Type.Boolean()),
  /** Present for sign-in with a provider: the provider's sign-in URL. */
  redirect: Type.Optional(Type.String()),
});
export type LoginAnswer = Type.Static<typeof LoginAnswer>;

export const login = {
  method: 'POST',
  url: '/login',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Sign in with email and password, or start a sign-in with a provider',
  schema: { body: Type.Union([LoginRequest, ProviderLoginRequest]), response: { 200: LoginAnswer } },
} as const satisfies Endpoint;

export const logout = {
  method: 'POST',
  url: '/auth/logout',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Sign out of the current session',
  schema: { response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;

export const currentUser = {
  method: 'GET',
  url: '/auth/me',
  allowed: 'session',
  tokenScope: 'any',
  summary: 'Get the signed-in account',
  schema: { response: { 200: CurrentUser } },
} as const satisfies Endpoint;

/**
 * Exchanges a one-time code for a session (docs/threat-model.md#b5). If another browser requested the code and
 * `confirm` is false, the response only names the masked account, and the code stays valid.
 */
export const exchangeCode = {
  method: 'POST',
  url: '/auth/exchange',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Exchange a one-time login code for a session',
  schema: {
    body: Type.Object(
      { code: Type.String({ minLength: 1, maxLength: 1024 }), confirm: Type.Boolean() },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        ...LoginAnswer.properties,
        /**
         * The masked account for the code (`m***@example.com`), if `status` is false because a confirmation is needed.
         */
        account: Type.String(),
      }),
    },
  },
} as const satisfies Endpoint;
