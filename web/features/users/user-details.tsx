import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiToken } from '#contract/api-tokens.ts';
import type { ManagedUser } from '#contract/users.ts';
import { interpolate } from '../../lib/interpolate.ts';
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
import { userDetailsStrings as strings } from './users-strings.ts';

type UserDetailsProps = { id: string; onAct: (act: UserAct, user: ManagedUser) => void; onClose: () => void };

/** All of an account's fields, with its actions. */
export function UserDetails({ id, onAct, onClose }: UserDetailsProps) {
  const { data: user, error } = useQuery(userQuery(id));
  return (
    <FormDrawer
      title={user ? nameOf(user) : strings.user}
      context={user?.email}
      isOpen
      onClose={onClose}
      error={error?.message ?? null}
    >
      {user ? <Details user={user} onAct={onAct} /> : null}
      {user || error ? null : <p role="status">{strings.loading}</p>}
    </FormDrawer>
  );
}

function Details({ user, onAct }: { user: ManagedUser; onAct: UserDetailsProps['onAct'] }) {
  const instant = (at: string | null, none: string): ReactNode =>
    at === null ? none : <TimeText instant={at} relative />;
  const facts: readonly [string, ReactNode][] = [
    [strings.firstName, user.first_name || '–'],
    [strings.lastName, user.last_name || '–'],
    [strings.phoneNumber, user.phone_number || '–'],
    [
      strings.email,
      interpolate(user.email_verified ? strings.emailVerified : strings.emailNotVerified, {
        email: <EmailText address={user.email} />,
      }),
    ],
    [strings.status, STATUS_LABELS[user.status]],
    [strings.role, roleLabel(user.role)],
    [strings.customer, user.customer || '–'],
    ...(kindOfRole(user.role) ? [[strings.accessLevel, standingLabel(user.standing)] as [string, ReactNode]] : []),
    [strings.disabled, user.disabled ? strings.yes : strings.no],
    [strings.lastSeen, instant(user.last_seen_at, strings.never)],
    [strings.created, instant(user.created_at, '–')],
    [strings.changed, instant(user.updated_at, '–')],
    ...(user.deleted_at === null ? [] : [[strings.deleted, instant(user.deleted_at, '–')] as [string, ReactNode]]),
  ];
  const isFixed = user.demo || user.status === 'deleted';
  return (
    <>
      <UserAvatar user={user} size={64} />
      <Facts facts={facts} />
      {user.status === 'deleted' ? null : <UserTokens id={user.id} />}
      {user.demo ? <p className={classes.note}>{strings.demoNote}</p> : null}
      <div className={classes.inline}>
        {isFixed ? null : (
          <Button variant="default" size="xs" onClick={() => onAct('edit', user)}>
            {strings.edit}
          </Button>
        )}
        {furtherActs(user).map(({ act, label }) => (
          <Button key={act} variant="default" size="xs" onClick={() => onAct(act, user)}>
            {label}
          </Button>
        ))}
        {isFixed ? null : (
          <Button variant="default" size="xs" color="red" onClick={() => onAct('delete', user)}>
            {strings.delete}
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
    <Section title={strings.apiTokens}>
      <AlertMessage text={error?.message ?? null} />
      <ul className={classes.tokens} aria-label={strings.apiTokens}>
        {data?.data.map((token) => (
          <TokenItem key={token.id} token={token} onRevoke={() => ask(token)} />
        ))}
      </ul>
      <ConfirmedAction plan={asked && revokePlan(id, asked)} topic={USERS_KEY} onClose={() => ask(null)} />
    </Section>
  );
}

const revokePlan = (owner: string, { id, name }: ApiToken): ConfirmedActionPlan => ({
  title: interpolate(strings.revokeToken, { name }),
  confirmLabel: strings.revoke,
  isDangerous: true,
  text: <p>{strings.revokeText}</p>,
  run: async () => {
    await revokeTokenOf(owner, id);
    return interpolate(strings.revoked, { name });
  },
});

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, prefix, scopes, pending, expires_at: end, last_used_at: used, expired } = token;
  return (
    <li>
      <div>
        <strong>{name}</strong> {expired ? <StateTag>{strings.expired}</StateTag> : null}
        {pending && !expired ? <StateTag tone="warning">{strings.awaitingApproval}</StateTag> : null}
        <small>
          {interpolate(expired ? strings.tokenExpired : strings.tokenExpires, {
            prefix,
            end: <TimeText instant={end} toThe="minute" />,
          })}
        </small>
        <small>{describeScopes(scopes)}</small>
        <small>
          {used === null
            ? strings.neverUsed
            : interpolate(strings.lastUsed, { used: <TimeText instant={used} relative /> })}
        </small>
      </div>
      <Button variant="default" size="xs" onClick={onRevoke} aria-label={interpolate(strings.revokeToken, { name })}>
        {strings.revoke}
      </Button>
    </li>
  );
}
