import type { Generated } from 'kysely';
import type { Standing } from '#domain/organisation-right.ts';
import type { StoredRole } from '#domain/role.ts';

/** Epoch milliseconds. */
type Instant = number;
type Flag = 0 | 1;

/** A person's account. */
export type UserTable = {
  id: string;
  first_name: string;
  last_name: string;
  /** `nameKey` of the first and last name, for searching. */
  name_key: string;
  /** `findKey` of each name, for sorting. */
  first_key: Generated<string>;
  last_key: Generated<string>;
  /** As displayed. */
  email: string;
  /** The normalized address, which is unique among rows that are not deleted. */
  email_key: string;
  email_verified: Flag;
  phone_number: string;
  /** JSON array of `{publicUrl}`. */
  avatar: string;
  provider: string;
  role: StoredRole;
  /** Role within the customer (manager or viewer). Unused without a customer. */
  standing: Generated<Standing>;
  customer_id: string | null;
  disabled: Flag;
  /** Whether this is a demo account, which cannot be changed, and cannot sign in while the demo is off. */
  demo: Flag;
  password_hash: string | null;
  import_hash: string | null;
  authentication_uid: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** Time of the last call in the user's own sessions. */
  last_seen_at: Generated<Instant | null>;
  created_by_id: string | null;
  updated_by_id: string | null;
  deleted_at: Instant | null;
  /** IANA name; '' means the browser's time zone. */
  time_zone: Generated<string>;
  /** Six hex digits, or '' if not chosen. */
  theme_color: Generated<string>;
  color_scheme: Generated<'light' | 'dark' | 'auto' | ''>;
};
