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
  /** `nameKey` of first and last name: the search goes by it. */
  name_key: string;
  /** Sorted by them: `findKey` of each name. */
  first_key: Generated<string>;
  last_key: Generated<string>;
  /** As shown. */
  email: string;
  /** Normal form; unique among rows that are not deleted. */
  email_key: string;
  email_verified: Flag;
  phone_number: string;
  /** JSON array of `{publicUrl}`. */
  avatar: string;
  provider: string;
  role: StoredRole;
  /** In the customer; of no meaning without one. */
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
  /** The last call of a session of its own. */
  last_seen_at: Generated<Instant | null>;
  created_by_id: string | null;
  updated_by_id: string | null;
  deleted_at: Instant | null;
  /** IANA name; '' means the browser's. */
  time_zone: Generated<string>;
  /** Six hex digits, or '' where none was chosen. */
  theme_color: Generated<string>;
  color_scheme: Generated<'light' | 'dark' | 'auto' | ''>;
};
