import type { ManagedUser } from '#contract/users.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { UserAvatar } from './user-avatar.tsx';
import { kindOfRole, roleLabel, STATUS_LABELS, standingLabel } from './user-words.ts';
import classes from './users.module.css';

const text = (value: string) => value || <span className={classes.quiet}>–</span>;
const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** The columns of docs/sample-pages.md#users-and-own-account, with customer, verification and last visit. */
export const USER_COLUMNS: readonly Column<ManagedUser>[] = [
  {
    name: 'avatar',
    head: 'Avatar',
    isSortable: true,
    isWideOnly: true,
    isRoomy: true,
    cell: (user) => <UserAvatar user={user} />,
  },
  {
    name: 'first_name',
    head: 'First Name',
    isSortable: true,
    isHeading: true,
    cell: ({ first_name, email, last_name }) => first_name || (last_name ? '–' : <Unnamed email={email} />),
  },
  { name: 'last_name', head: 'Last Name', isSortable: true, cell: ({ last_name }) => text(last_name) },
  {
    name: 'phone_number',
    head: 'Phone Number',
    isSortable: true,
    isRoomy: true,
    cell: ({ phone_number }) => text(phone_number),
  },
  {
    name: 'email',
    head: 'E-mail',
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ email }) => <EmailText address={email} />,
  },
  {
    name: 'role',
    head: 'Role',
    isSortable: true,
    cell: ({ role, standing, status }) => (
      <>
        {roleLabel(role)}
        {kindOfRole(role) && standing === 'viewer' ? `, ${standingLabel(standing).toLowerCase()}` : ''}{' '}
        {status === 'deleted' ? <StateTag>{STATUS_LABELS.deleted}</StateTag> : null}
      </>
    ),
  },
  {
    name: 'customer',
    head: 'Customer',
    isSortable: true,
    isWrapping: true,
    cell: ({ customer }) => text(customer),
  },
  {
    name: 'email_verified',
    head: 'Verified',
    isSortable: true,
    isRoomy: true,
    cell: ({ email_verified }) => yesNo(email_verified),
  },
  {
    name: 'disabled',
    head: 'Disabled',
    isSortable: true,
    cell: ({ disabled }) => <span className={disabled ? classes.warning : undefined}>{yesNo(disabled)}</span>,
  },
  {
    name: 'last_seen_at',
    head: 'Last Seen',
    isSortable: true,
    isRoomy: true,
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? (
        <span className={classes.quiet}>Never</span>
      ) : (
        <TimeText instant={last_seen_at} toThe="date" />
      ),
  },
];

/** The email address of an account without a name; it may be long. */
const Unnamed = ({ email }: { email: string }) => (
  <span className={classes.unnamed}>
    <EmailText address={email} />
  </span>
);
