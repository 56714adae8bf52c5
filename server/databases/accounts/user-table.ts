import type { Generated } from 'kysely';
import type { Standing } from '#domain/organisation-right.ts';
import type { StoredRole } from '#domain/role.ts';

/** Epoch milliseconds. */
type Instant = number;
type Flag = 0 | 1;

/** An account of a person. */
export type UserTable = {
  id: string;
  first_name: string;
  last_name: string;
  /** `nameKey` of first and last name, for searching. */
  name_key: string;
  /** Sort keys: `findKey` of each name. */
  first_key: Generated<string>;
  last_key: Generated<string>;
  /** As shown. */
  email: string;
  /** Normalized; unique among rows that are not deleted. */
  email_key: string;
  email_verified: Flag;
  phone_number: string;
  /** JSON array of `{publicUrl}`. */
  avatar: string;
  provider: string;
  role: StoredRole;
  /** Standing within the customer; unused without one. */
  standing: Generated<Standing>;
  customer_id: string | null;
  disabled: Flag;
  /** A demo account: cannot be changed, cannot sign in when the demo is off. */
  demo: Flag;
  password_hash: string | null;
  import_hash: string | null;
  authentication_uid: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** The last call of the user's own sessions. */
  last_seen_at: Generated<Instant | null>;
  created_by_id: string | null;
  updated_by_id: string | null;
  deleted_at: Instant | null;
  /** IANA name; '' means the browser's. */
  time_zone: Generated<string>;
  /** Six hex digits, or '' without a choice. */
  theme_color: Generated<string>;
  color_scheme: Generated<'light' | 'dark' | 'auto' | ''>;
};
