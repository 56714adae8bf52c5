import type { Generated } from 'kysely';

/** Tables of the accounts store about signing in; conventions as in schema.ts. */
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
  avatars: AvatarTable;
  api_tokens: ApiTokenTable;
};

type Instant = number;

/** With what programs sign in as a user; the secret itself is kept nowhere. */
type ApiTokenTable = {
  id: string;
  user_id: string;
  name: string;
  /** How the secret begins, for its owner to know it again. */
  prefix: string;
  /** SHA-256. */
  token_hash: string;
  reads_only: 0 | 1;
  created_at: Instant;
  expires_at: Instant;
  /** Exact to the hour. */
  last_used_at: Instant | null;
  revoked_at: Instant | null;
};

type SessionTable = {
  id: string;
  user_id: string;
  created_at: Instant;
  last_used_at: Instant;
  /** Absolute end; the idle limit is computed from `last_used_at`. */
  expires_at: Instant;
  ended_at: Instant | null;
  ip: string;
  user_agent: string;
  /** When the password or second factor was last given: dangerous acts need that to be a short while ago. */
  confirmed_at: Generated<Instant>;
  /** How it began: password, link, or a provider's name. */
  method: Generated<string>;
  /** The administrator's session that looks at the product as this user, reading only; null for the user's own. */
  viewer_session_id: Generated<string | null>;
};

/** One-time login codes (docs/threat-model.md#b5); `id` is the SHA-256 of the code. */
type LoginCodeTable = {
  id: string;
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
  /** SHA-256 of the mark of the browser that began the sign-in; null for a link that was mailed or printed. */
  browser_hash: Generated<string | null>;
  /** As in `sessions`. */
  method: Generated<string>;
};

/** What is left of guessing at a secret: `subject` is its kind and name, such as `address:<ip>` (server/sign-in/attempts.ts). */
type AttemptBudgetTable = {
  subject: string;
  /** E-mail key of the account it is about; '' for none. */
  account: string;
  /** When all attempts will have come back. */
  whole_at: Instant;
};

/** A sign-in that still needs its second factor; `id` is the SHA-256 of the text that the browser holds. */
type LoginChallengeTable = {
  id: string;
  user_id: string;
  method: string;
  attempts: number;
  expires_at: Instant;
  used_at: Instant | null;
};

/** An account at another provider: known by issuer and subject, never by its e-mail (docs/threat-model.md#a18). */
type IdentityTable = {
  id: string;
  user_id: string;
  provider: string;
  issuer: string;
  subject: string;
  /** As the provider said; for recognising only. */
  email: string;
  created_at: Instant;
  last_used_at: Instant;
};

/** A sign-in that is on its way to another provider and back; `id` is the SHA-256 of its state (docs/threat-model.md#a17). */
type OidcFlowTable = {
  id: string;
  provider: string;
  purpose: 'sign-in' | 'connect' | 'confirm';
  /** The session that asked, unless the purpose is to get one. */
  session_id: string | null;
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  return_path: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
};

/** An identity that waits for the password of the account it is to be connected with; `id` is a SHA-256. */
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
  /** Sealed (server/lib/secret-box.ts). */
  secret: string;
  created_at: Instant;
  /** Null until the first right code: only then it is asked for. */
  confirmed_at: Instant | null;
  /** Time step of the last accepted code: no code works twice. */
  last_step: number;
};

/** `id` is the SHA-256 of the code. */
type RecoveryCodeTable = { id: string; user_id: string; created_at: Instant; used_at: Instant | null };

/** `image` is WebP as base64. */
type AvatarTable = { id: string; user_id: string; image: string; created_at: Instant };
