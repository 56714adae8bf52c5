import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import type { ApiToken } from '#contract/api-tokens.ts';
import type { ManagedUser } from '#contract/users.ts';
import { describeScopes } from '../../lib/scope-words.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Facts, Section } from '../../ui/drawer-parts.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { furtherActs, type UserAct } from './user-actions.tsx';
import { UserAvatar } from './user-avatar.tsx';
import { kindOfRole, nameOf, roleLabel, STATUS_LABELS, standingLabel } from './user-words.ts';
import classes from './users.module.css';
import { revokeTokenOf, USERS_KEY, userQuery, userTokensQuery } from './users-api.ts';

type UserDetailsProps = { id: string; onAct: (act: UserAct, user: ManagedUser) => void; onClose: () => void };

/** All of an account's fields, with its actions. */
export function UserDetails({ id, onAct, onClose }: UserDetailsProps) {
  const { data: user, error } = useQuery(userQuery(id));
  return (
    <FormDrawer
      title={user ? nameOf(user) : 'User'}
      context={user?.email}
      isOpen
      onClose={onClose}
      error={error?.message ?? null}
    >
      {user ? <Details user={user} onAct={onAct} /> : null}
      {user || error ? null : <p role="status">Loading...</p>}
    </FormDrawer>
  );
}

function Details({ user, onAct }: { user: ManagedUser; onAct: UserDetailsProps['onAct'] }) {
  const instant = (at: string | null, none: string): ReactNode =>
    at === null ? none : <TimeText instant={at} relative />;
  const facts: readonly [string, ReactNode][] = [
    ['First name', user.first_name || '–'],
    ['Last name', user.last_name || '–'],
    ['Phone number', user.phone_number || '–'],
    [
      'E-mail',
      <Fragment key="email">
        <EmailText address={user.email} /> ({user.email_verified ? 'verified' : 'not verified yet'})
      </Fragment>,
    ],
    ['Status', STATUS_LABELS[user.status]],
    ['Role', roleLabel(user.role)],
    ['Customer', user.customer || '–'],
    ...(kindOfRole(user.role) ? [['Standing', standingLabel(user.standing)] as [string, ReactNode]] : []),
    ['Disabled', user.disabled ? 'Yes' : 'No'],
    ['Last seen', instant(user.last_seen_at, 'Never')],
    ['Created', instant(user.created_at, '–')],
    ['Changed', instant(user.updated_at, '–')],
    ...(user.deleted_at === null ? [] : [['Deleted', instant(user.deleted_at, '–')] as [string, ReactNode]]),
  ];
  const isFixed = user.demo || user.status === 'deleted';
  return (
    <>
      <UserAvatar user={user} size={64} />
      <Facts facts={facts} />
      {user.status === 'deleted' ? null : <UserTokens id={user.id} />}
      {user.demo ? (
        <p className={classes.note}>This is a demo account: everybody may use it, nobody can change it.</p>
      ) : null}
      <div className={classes.inline}>
        {isFixed ? null : (
          <Button variant="default" size="xs" onClick={() => onAct('edit', user)}>
            Edit
          </Button>
        )}
        {furtherActs(user).map(({ act, label }) => (
          <Button key={act} variant="default" size="xs" onClick={() => onAct(act, user)}>
            {label}
          </Button>
        ))}
        {isFixed ? null : (
          <Button variant="default" size="xs" color="red" onClick={() => onAct('delete', user)}>
            Delete
          </Button>
        )}
      </div>
    </>
  );
}

/** An account's API tokens. Renders nothing if there are none. */
function UserTokens({ id }: { id: string }) {
  const { data, error } = useQuery(userTokensQuery(id));
  const [asked, ask] = useState<ApiToken | null>(null);
  if (error === null && (data === undefined || data.data.length === 0)) return null;
  return (
    <Section title="API tokens">
      <AlertMessage text={error?.message ?? null} />
      <ul className={classes.tokens} aria-label="API tokens">
        {data?.data.map((token) => (
          <TokenItem key={token.id} token={token} onRevoke={() => ask(token)} />
        ))}
      </ul>
      <ConfirmedAction plan={asked && revokePlan(id, asked)} topic={USERS_KEY} onClose={() => ask(null)} />
    </Section>
  );
}

const revokePlan = (owner: string, { id, name }: ApiToken): ConfirmedActionPlan => ({
  title: `Revoke ${name}`,
  confirmLabel: 'Revoke',
  isDangerous: true,
  text: <p>The next call of whatever uses it is refused.</p>,
  run: async () => {
    await revokeTokenOf(owner, id);
    return `${name} was revoked`;
  },
});

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, prefix, scopes, pending, expires_at: end, last_used_at: used, expired } = token;
  return (
    <li>
      <div>
        <strong>{name}</strong> {expired ? <StateTag>Expired</StateTag> : null}
        {pending && !expired ? <StateTag tone="warning">Waiting for approval</StateTag> : null}
        <small>
          {prefix}… · {expired ? 'ended' : 'ends'} <TimeText instant={end} toThe="minute" />
        </small>
        <small>{describeScopes(scopes)}</small>
        <small>
          {used === null ? (
            'Never used'
          ) : (
            <>
              Last used <TimeText instant={used} relative />
            </>
          )}
        </small>
      </div>
      <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  );
}
