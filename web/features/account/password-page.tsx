import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconKey, IconTerminal2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { OwnSession } from '#contract/sessions.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/draft.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { identitiesQuery } from '../../lib/own-identities.ts';
import { announceConfirmed } from '../../lib/provider-confirmation.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { addressToConnect, disconnect, endOthers, endSession, saveOwnPassword, sessionsQuery } from './account-api.ts';
import { passwordPageStrings as strings } from './account-strings.ts';
import { DemoNote } from './demo-note.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';

/** The page `/app/password`: everything about signing in to the user's own account. */
export function PasswordPage() {
  const user = useCurrentUser();
  return user === null ? null : <SigningIn user={user} />;
}

/**
 * Shows the second factor first to users who must set it up. The order does not change until the user leaves the page,
 * because the recovery codes are shown only once.
 */
function SigningIn({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const [isFactorFirst] = useState(user.second_factor === 'missing');
  const goOn = isFactorFirst ? () => void navigate({ to: '/app/main/dashboard' }) : undefined;
  const password = <PasswordPanel key="password" user={user} />;
  const factor = <SecondFactorPanel key="factor" isDemo={user.demo} hasPasskey={user.has_passkey} onKept={goOn} />;
  // Only the account's owner sees passkeys, not an administrator who views as the user.
  const passkeys = user.viewed_by === '' ? <PasskeysPanel key="passkeys" isDemo={user.demo} onKept={goOn} /> : null;
  return (
    <>
      <PageTitle title={strings.passwordAndSignIn} context={user.email} />
      <ConfirmedNote />
      {user.demo ? <DemoNote /> : null}
      {user.second_factor === 'missing' ? (
        <p className={`${classes.demo} ${classes.warning}`} role="note">
          {strings.factorRequired}
        </p>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.column}>
          {isFactorFirst ? [passkeys, factor, password] : [password, passkeys, factor]}
        </div>
        <div className={classes.column}>
          <SessionsPanel isDemo={user.demo} />
          <ProvidersPanel isDemo={user.demo} />
        </div>
      </div>
    </>
  );
}

/**
 * Shown when a provider redirects here after confirming the user's identity. The waiting tab continues automatically,
 * and this tab closes if the browser allows it. If no tab is waiting, the user continues in this tab.
 */
function ConfirmedNote() {
  const navigate = useNavigate();
  const [isBack] = useState(() => new URLSearchParams(window.location.search).has('confirmed'));
  const [isAwaited, setIsAwaited] = useState(false);
  useEffect(() => {
    if (!isBack) return;
    // Remove the parameter, because bookmarking or reloading this page confirms nothing.
    void navigate({ to: '/app/password', replace: true });
    return announceConfirmed(() => {
      setIsAwaited(true);
      window.close();
    });
  }, [isBack, navigate]);
  if (!isBack) return null;
  return (
    <p className={classes.demo} role="status">
      {isAwaited ? strings.confirmedForOtherTab : strings.confirmedHere}
    </p>
  );
}

/** External accounts with which the user can sign in. Shown only if a provider is configured or linked. */
function ProvidersPanel({ isDemo }: { isDemo: boolean }) {
  const client = useQueryClient();
  const { data: config } = useQuery(publicConfigQuery);
  const { data: identities = [] } = useQuery(identitiesQuery);
  const connecting = useMutation({
    meta: { errors: 'own' },
    mutationFn: addressToConnect,
    onSuccess: (address) => window.location.assign(address),
  });
  const removing = useMutation({
    meta: { errors: 'own' },
    mutationFn: disconnect,
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
  const connected = new Set(identities.map(({ provider }) => provider));
  const others = config?.sign_in_providers.filter(({ name }) => !connected.has(name)) ?? [];
  if (identities.length === 0 && others.length === 0) return null;
  return (
    <Panel title={strings.otherWaysToSignIn} context={strings.otherWaysContext}>
      <div className={classes.form}>
        <AlertMessage text={connecting.error?.message ?? removing.error?.message ?? null} />
        <ul className={classes.list}>
          {identities.map(({ id, label, email, last_used_at: lastUsedAt }) => (
            <li key={id} className={classes.item}>
              <IconKey size={24} stroke={1.5} aria-hidden="true" />
              <div className={classes.words}>
                <strong>{label}</strong>
                <small>{email}</small>
                <small>{interpolate(strings.lastUsed, { time: <TimeText instant={lastUsedAt} /> })}</small>
              </div>
              <Button
                variant="default"
                size="xs"
                loading={removing.isPending && removing.variables === id}
                onClick={() => removing.mutate(id)}
                aria-label={interpolate(strings.disconnectProvider, { provider: label })}
              >
                {strings.disconnect}
              </Button>
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          {others.map(({ name, label }) => (
            <Button
              key={name}
              variant="default"
              disabled={isDemo}
              loading={connecting.isPending && connecting.variables === name}
              onClick={() => connecting.mutate(name)}
            >
              {interpolate(strings.connectProvider, { provider: label })}
            </Button>
          ))}
        </div>
      </div>
    </Panel>
  );
}

const NOTHING = { current_password: '', new_password: '', new_password_again: '' };

/** Changes the password, which ends every other session. */
function PasswordPanel({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  // The browser never stores passwords, so leaving the page loses them.
  const { fields, change, clear } = useDraft('password', user.id, NOTHING, { isLostByLeaving: true });
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: saveOwnPassword,
    onSuccess: () => {
      clear();
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void showToast({ kind: 'success', message: strings.passwordUpdated });
    },
  });
  const { current_password, new_password, new_password_again: again } = fields;
  const differ = again !== '' && again !== new_password;
  const isReady = new_password !== '' && again === new_password && (current_password !== '' || !user.has_password);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !saving.isPending) saving.mutate({ current_password, new_password });
  };
  const refused = saving.error instanceof ApiError ? saving.error.fields : {};
  const isOfField = 'current_password' in refused || 'new_password' in refused;
  const field = (name: keyof typeof NOTHING, error: string | undefined) => ({
    disabled: user.demo,
    value: fields[name],
    error: error ?? null,
    visibilityToggleButtonProps: { 'aria-label': strings.togglePassword },
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  if (user.single_sign_on !== '')
    return (
      <Panel title={strings.password} context={interpolate(strings.youSignInWith, { provider: user.single_sign_on })}>
        <p className={classes.text}>{strings.singleSignOnRequired}</p>
      </Panel>
    );
  return (
    <Panel
      title={user.has_password ? strings.password : strings.choosePassword}
      context={user.has_password ? strings.passwordContext : strings.noPasswordContext}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <AlertMessage text={saving.error && !isOfField ? saving.error.message : null} />
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {user.has_password ? (
          <PasswordInput
            label={strings.currentPassword}
            autoComplete="current-password"
            {...field('current_password', refused.current_password)}
          />
        ) : null}
        <PasswordInput
          label={strings.newPassword}
          autoComplete="new-password"
          description={strings.newPasswordHint}
          {...field('new_password', refused.new_password)}
        />
        <PasswordInput
          label={strings.confirmNewPassword}
          autoComplete="new-password"
          {...field('new_password_again', differ ? strings.passwordsDiffer : undefined)}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={saving.isPending} disabled={user.demo || !isReady}>
            {user.has_password ? strings.changePassword : strings.setPassword}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconTerminal2,
} as const;

/** The account's sessions. The user can end each session (docs/threat-model.md#b4). */
function SessionsPanel({ isDemo }: { isDemo: boolean }) {
  const client = useQueryClient();
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery);
  const again = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const ending = useMutation({ meta: { errors: 'own' }, mutationFn: endSession, onSettled: again });
  const endingOthers = useMutation({ meta: { errors: 'own' }, mutationFn: endOthers, onSettled: again });
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title={strings.sessions}
      context={isDemo ? strings.sessionsContextDemo : strings.sessionsContext}
      actions={
        others.length > 0 ? (
          <Button variant="default" loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
            {strings.endOtherSessions}
          </Button>
        ) : null
      }
    >
      <AlertMessage text={ending.error?.message ?? endingOthers.error?.message ?? null} />
      {sessions ? (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables === session.id}
              onEnd={() => ending.mutate(session.id)}
            />
          ))}
        </ul>
      ) : null}
      {error && !sessions ? (
        <ErrorState
          what={strings.sessionsFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {sessions || error ? null : <LinesSkeleton lines={3} />}
    </Panel>
  );
}

function SessionItem({ session, isEnding, onEnd }: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const { device, kind, place, last_used_at: lastUsedAt, current: isCurrent } = session;
  const Icon = ICONS[kind];
  return (
    <li className={classes.item}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{device}</strong>
        <small>{place}</small>
        <small>{interpolate(strings.lastUsed, { time: <TimeText instant={lastUsedAt} relative /> })}</small>
      </div>
      {isCurrent ? (
        <span className={classes.here}>{strings.thisSession}</span>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={isEnding}
          onClick={onEnd}
          aria-label={interpolate(strings.endSession, { device })}
        >
          {strings.end}
        </Button>
      )}
    </li>
  );
}
