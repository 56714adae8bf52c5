import type { ManagedUser } from '#contract/users.ts';
import { sentRole } from '#domain/role.ts';
import type { UserRow } from './accounts-queries.ts';

const isoOf = (instant: number): string => new Date(instant).toISOString();
const isoOrNull = (instant: number | null): string | null => (instant === null ? null : isoOf(instant));

function statusOf({ deleted_at: deletedAt, disabled, email_verified: verified }: UserRow): ManagedUser['status'] {
  if (deletedAt !== null) return 'deleted';
  if (disabled === 1) return 'disabled';
  return verified === 1 ? 'active' : 'pending';
}

/** An account as administrators see it: a list of fields, never the row (docs/threat-model.md#b7). */
export const managedUser = (row: UserRow): ManagedUser => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  phoneNumber: row.phone_number,
  email: row.email,
  emailVerified: row.email_verified === 1,
  // The picture of a deleted account is shown to nobody; it comes back with the account.
  avatar: row.deleted_at === null ? (JSON.parse(row.avatar) as ManagedUser['avatar']) : [],
  provider: row.provider,
  role: sentRole(row.role),
  cid: row.customer_id ?? '',
  customer: row.customer_name ?? '',
  disabled: row.disabled === 1,
  status: statusOf(row),
  demo: row.demo === 1,
  lastSeenAt: isoOrNull(row.last_seen_at),
  createdAt: isoOf(row.created_at),
  updatedAt: isoOf(row.updated_at),
  deletedAt: isoOrNull(row.deleted_at),
});
