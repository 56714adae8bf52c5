import type { ManagedUser } from '#contract/users.ts';

/** The name and description of each role. */
export const ROLE_CHOICES: readonly { value: ManagedUser['role']; label: string; description: string }[] = [
  { value: 'property', label: 'Outlet owner', description: 'Sees the outlets and revenue of one customer' },
  { value: 'advertiser', label: 'Advertiser', description: 'Sees the campaigns and spend of one customer' },
  { value: 'admin', label: 'Administrator', description: 'Sees everything and manages accounts and the network' },
  { value: 'unassigned', label: 'Not linked yet', description: 'Can sign in but sees nothing' },
  { value: '', label: 'No role', description: 'Sees every customer but changes nothing' },
];

export const roleLabel = (role: ManagedUser['role']): string =>
  ROLE_CHOICES.find(({ value }) => value === role)?.label ?? role;

export const STATUS_LABELS: Readonly<Record<ManagedUser['status'], string>> = {
  active: 'Active',
  pending: 'Not verified yet',
  disabled: 'Disabled',
  deleted: 'Deleted',
};

/** Returns the user's name, or the email address if there is no name. */
export const nameOf = ({ first_name, last_name, email }: ManagedUser): string =>
  `${first_name} ${last_name}`.trim() || email;

/** The name and description of each standing (docs/business-rules.md#standings-and-tokens). */
export const STANDING_CHOICES: readonly { value: ManagedUser['standing']; label: string; description: string }[] = [
  { value: 'manager', label: 'Manager', description: 'Makes changes for the customer and invites colleagues' },
  { value: 'viewer', label: 'Viewer', description: 'Views and exports, but changes nothing' },
];

export const standingLabel = (standing: ManagedUser['standing']): string =>
  STANDING_CHOICES.find(({ value }) => value === standing)?.label ?? standing;

/** Returns the kind of customer that a role belongs to; undefined if the role belongs to no customer. */
export const kindOfRole = (role: ManagedUser['role']): 'property' | 'advertiser' | undefined =>
  role === 'property' || role === 'advertiser' ? role : undefined;
