import type { Generated } from 'kysely';

/** Tables for signing in. The conventions are those in schema.ts. */
export type SignInTables = {
  sessions: SessionTable;
  login_codes: LoginCodeTable;
  attempt_budgets: AttemptBudgetTable;
  login_challenges: LoginChallengeTable;
  identities: IdentityTable;
  oidc_flows: OidcFlowTable;
  link_requests: LinkRequestTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
  email_domains: EmailDomainTable;
  sso_sign_ins: SsoSignInTable;
  avatars: AvatarTable;
  api_tokens: ApiTokenTable;
};

type Instant = number;

/** Credentials that programs use to sign in as a user. The secret itself is not stored. */
type ApiTokenTable = {
  id: string;
  user_id: string;
  name: string;
  /** The first characters of the secret, so that its owner recognizes it. */
  prefix: string;
  /** SHA-256. */
  token_hash: string;
  /** Addresses from which the token may be used, separated by spaces; empty for any address. */
  addresses: Generated<string>;
  /**
   * Always 1 in new rows: a process of an earlier version does not know scopes, and therefore lets the token only read.
   */
  reads_only: 0 | 1;
  /** Names of scopes, separated by spaces (contract/token-scopes.ts). */
  scopes: Generated<string>;
  /**
   * When another administrator approved a token that can write money. Null while it is pending, or after the approval
   * lapsed.
   */
  approved_at: Generated<Instant | null>;
  approved_by_id: Generated<string | null>;
  created_at: Instant;
  expires_at: Instant;
  /** Precise to the hour. */
  last_used_at: Instant | null;
  revoked_at: Instant | null;
};

type SessionTable = {
  id: string;
  user_id: string;
  created_at: Instant;
  last_used_at: Instant;
  /** Absolute expiry. The idle limit is computed from `last_used_at`. */
  expires_at: Instant;
  ended_at: Instant | null;
  ip: string;
  user_agent: string;
  /** When the password or second factor was last entered. Sensitive actions require a recent confirmation. */
  confirmed_at: Generated<Instant>;
  /** Sign-in method: password, link, or a provider's name. */
  method: Generated<string>;
  /**
   * The session of the administrator who is viewing the product as this user, read-only. Null for the user's own
   * sessions.
   */
  viewer_session_id: Generated<string | null>;
};

/** One-time login codes (docs/threat-model.md#b5); `id` is the SHA-256 of the code. */
type LoginCodeTable = {
  id: string;
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  /** SHA-256 of the token that identifies the browser where the sign-in began. Null for a mailed or printed link. */
  browser_hash: Generated<string | null>;
  /** As in `sessions`. */
  method: Generated<string>;
};

/**
 * Remaining guesses at a secret. `subject` is a kind and a name, such as `address:<ip>`
 * (server/sign-in/guess-rate-limit.ts).
 */
type AttemptBudgetTable = {
  subject: string;
  /** Email key of the account that the secret belongs to, or ''. */
  account: string;
  /** When the budget is full again. */
  whole_at: Instant;
};

/** A sign-in that still needs a second factor. `id` is the SHA-256 of the token in the browser. */
type LoginChallengeTable = {
  id: string;
  user_id: string;
  method: string;
  attempts: number;
  expires_at: Instant;
  used_at: Instant | null;
};

/** An account at another provider, identified by issuer and subject, never by its email (docs/threat-model.md#a18). */
type IdentityTable = {
  id: string;
  user_id: string;
  provider: string;
  issuer: string;
  subject: string;
  /** The address as reported by the provider, for display only. */
  email: string;
  created_at: Instant;
  last_used_at: Instant;
};

/** A pending sign-in at another provider; `id` is the SHA-256 of its state (docs/threat-model.md#a17). */
type OidcFlowTable = {
  id: string;
  provider: string;
  purpose: 'sign-in' | 'connect' | 'confirm';
  /** The session that started it, if any. */
  session_id: string | null;
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  return_path: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
};

/** An identity that can be linked once the user enters the account's password. `id` is a SHA-256. */
type LinkRequestTable = {
  id: string;
  user_id: string;
  provider: string;
  issuer: string;
  subject: string;
  email: string;
  browser_hash: string;
  attempts: number;
  expires_at: Instant;
  used_at: Instant | null;
};

type SecondFactorTable = {
  user_id: string;
  /** Encrypted (server/keys/secret-box.ts). */
  secret: string;
  created_at: Instant;
  /** When the first correct code was entered; null before that. From then on, signing in requires a code. */
  confirmed_at: Instant | null;
  /** Time step of the last accepted code, so that no code can be used twice. */
  last_step: number;
};

/** `id` is the SHA-256 of the code. */
type RecoveryCodeTable = { id: string; user_id: string; created_at: Instant; used_at: Instant | null };

/** A WebAuthn credential. The row contains no secrets, because the private key never leaves the authenticator. */
type PasskeyTable = {
  id: string;
  user_id: string;
  /** Base64url, as the authenticator chose it. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** The signature counter at the last use; 0 for authenticators without a counter. */
  counter: number;
  /** Transports separated by spaces, such as `internal hybrid`. */
  transports: string;
  name: string;
  /** 1 if the passkey's provider syncs it to the owner's other devices. */
  synced: 0 | 1;
  created_at: Instant;
  last_used_at: Instant | null;
};

/** A challenge for a browser to sign. `id` is the SHA-256 of the challenge. */
type PasskeyChallengeTable = {
  id: string;
  purpose: 'register' | 'sign-in' | 'second-factor' | 'confirm';
  /** The user who must sign; null if the passkey identifies the user. */
  user_id: string | null;
  /** The session that requested it, if any. */
  session_id: string | null;
  expires_at: Instant;
  used_at: Instant | null;
};

/** An email domain that an organization claims. A domain has at most one verified claim. */
type EmailDomainTable = {
  id: string;
  customer_id: string;
  /** In ASCII, as in email keys. */
  domain: string;
  /** The provider where members sign in. */
  provider: 'google' | 'microsoft' | 'oidc';
  /** The required content of the TXT record. */
  token: string;
  /** 1 if members can only sign in at the provider. */
  sso_only: 0 | 1;
  created_at: Instant;
  verified_at: Instant | null;
  checked_at: Instant | null;
  /** The time since which the record of a verified claim has been missing. */
  missing_since: Instant | null;
};

/**
 * Each user's last sign-in through the provider of a verified domain, with an address in the domain that the provider
 * vouches for.
 */
type SsoSignInTable = { domain_id: string; user_id: string; at: Instant };

/** `image` is WebP in base64. */
type AvatarTable = { id: string; user_id: string; image: string; created_at: Instant };
