import type { CurrentUser } from '#contract/auth.ts';
import type { ManagedUser } from '#contract/users.ts';
import { sentRole } from '#domain/role.ts';
import type { UserRow } from './users-queries.ts';

const isoOf = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : isoOf(instant));

function statusOf({ deleted_at: deletedAt, disabled, email_verified: verified }: UserRow): ManagedUser['status'] {
  if (deletedAt !== null) return 'deleted';
  if (disabled === 1) return 'disabled';
  return verified === 1 ? 'active' : 'pending';
}

/** Converts the stored list to the form that docs/specification.md#entities defines for the current user. */
const pictureOf = (stored: string): ManagedUser['avatar'] =>
  (JSON.parse(stored) as CurrentUser['avatar']).map(({ publicUrl }) => ({ public_url: publicUrl }));

/** Builds an account as administrators see it: a list of fields, never the row (docs/threat-model.md#b7). */
export const managedUser = (row: UserRow): ManagedUser => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  phone_number: row.phone_number,
  email: row.email,
  email_verified: row.email_verified === 1,
  // A deleted account's picture is hidden. It returns with the account.
  avatar: row.deleted_at === null ? pictureOf(row.avatar) : [],
  provider: row.provider,
  role: sentRole(row.role),
  standing: row.standing,
  customer_id: row.customer_id ?? '',
  customer: row.customer_name ?? '',
  disabled: row.disabled === 1,
  status: statusOf(row),
  demo: row.demo === 1,
  last_seen_at: isoOrNull(row.last_seen_at),
  created_at: isoOf(row.created_at),
  updated_at: isoOf(row.updated_at),
  version: row.updated_at,
  deleted_at: isoOrNull(row.deleted_at),
});
