import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { ProviderName } from '#contract/auth.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { identitiesQuery } from '../../lib/own-identities.ts';
import { onConfirmedElsewhere } from '../../lib/provider-confirmation.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { canUsePasskeys } from '../../lib/use-passkey.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { OverlayDialog } from '../../ui/overlay.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { addressToConfirm, confirmWith, confirmWithPasskey } from './auth-api.ts';
import { freshLoginDialogStrings as strings } from './auth-strings.ts';
import classes from './fresh-login-dialog.module.css';

export type FreshLoginDialogProps = { isOpen: boolean; onAnswer: (isConfirmed: boolean) => void };

/** Asks for the password, a passkey or a code before a dangerous action. The action then runs automatically. */
export function FreshLoginDialog({ isOpen, onAnswer }: FreshLoginDialogProps) {
  return (
    <OverlayDialog name={strings.title} isOpen={isOpen} onClose={() => onAnswer(false)} size={420} isOnTop>
      <ConfirmForm onAnswer={onAnswer} />
    </OverlayDialog>
  );
}

/** Mounted again each time the dialog opens, so that it never keeps a password. */
function ConfirmForm({ onAnswer }: Pick<FreshLoginDialogProps, 'onAnswer'>) {
  const user = useCurrentUser();
  const hasCode = user?.second_factor === 'on';
  const takesPasskey = user?.has_passkey === true && canUsePasskeys();
  const hasPassword = user?.has_password !== false;
  const canType = hasPassword || hasCode;
  const [way, setWay] = useState<'password' | 'code'>(hasPassword ? 'password' : 'code');
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  useEffect(() => onConfirmedElsewhere(() => onAnswer(true)), [onAnswer]);

  const confirm = async (proof: () => Promise<unknown>): Promise<void> => {
    setIsPending(true);
    setMessage(null);
    try {
      await proof();
      onAnswer(true);
    } catch (error) {
      setMessage(error instanceof Error ? error.message : 'Error');
      setText('');
      setIsPending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending && text !== '')
      void confirm(() => confirmWith(way === 'code' ? { code: text } : { password: text }));
  };
  const other = way === 'password' ? 'code' : 'password';

  return (
    <form className={classes.form} onSubmit={submit}>
      <h2 className={classes.title}>{strings.title}</h2>
      <p className={classes.lead}>{strings.lead}</p>
      <AlertMessage text={message} />
      {takesPasskey ? (
        <Button
          data-autofocus
          leftSection={<IconFingerprint size={18} aria-hidden="true" />}
          disabled={isPending}
          onClick={() => void confirm(confirmWithPasskey)}
        >
          {strings.usePasskey}
        </Button>
      ) : null}
      {canType ? <Proof way={way} text={text} isFirst={!takesPasskey} onChange={setText} /> : null}
      {hasCode && hasPassword ? (
        <button
          type="button"
          className={classes.other}
          onClick={() => {
            setWay(other);
            setText('');
          }}
        >
          {other === 'code' ? strings.useCode : strings.usePassword}
        </button>
      ) : null}
      {canType ? null : <ConfirmAtProvider onFailed={setMessage} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {strings.cancel}
        </Button>
        {canType ? (
          <Button
            type="submit"
            variant={takesPasskey ? 'default' : 'filled'}
            loading={isPending}
            disabled={text === ''}
          >
            {strings.confirm}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

type ProofProps = { way: 'password' | 'code'; text: string; isFirst: boolean; onChange: (text: string) => void };

function Proof({ way, text, isFirst, onChange }: ProofProps) {
  return way === 'password' ? (
    <TextField
      label={strings.password}
      type="password"
      name="password"
      autoComplete="current-password"
      data-autofocus={isFirst || undefined}
      value={text}
      onChange={onChange}
    />
  ) : (
    <TextField
      label={strings.appOrRecoveryCode}
      name="code"
      inputMode="text"
      autoComplete="one-time-code"
      data-autofocus={isFirst || undefined}
      value={text}
      onChange={onChange}
    />
  );
}

type ConfirmAtProviderProps = { onFailed: (message: string | null) => void };

/**
 * A fresh sign-in at a linked provider, for an account without password and second factor. The provider's page opens in
 * a new tab, so that text typed in this tab is not lost. If the browser blocks the new tab, the user opens the page
 * through a link.
 */
function ConfirmAtProvider({ onFailed }: ConfirmAtProviderProps) {
  const { data: identities = [] } = useQuery(identitiesQuery);
  const [blocked, setBlocked] = useState<{ label: string; address: string } | null>(null);
  const providers = new Map(identities.map(({ provider, label }) => [provider, label]));

  const go = async (provider: ProviderName, label: string): Promise<void> => {
    onFailed(null);
    setBlocked(null);
    // Open the tab directly in the click handler, because the browser would block a tab opened later as a pop-up.
    const tab = window.open('', '_blank');
    try {
      const address = await addressToConfirm(provider);
      if (tab === null) setBlocked({ label, address });
      else if (!tab.closed) tab.location.assign(address);
    } catch (error) {
      tab?.close();
      onFailed(error instanceof Error ? error.message : 'Error');
    }
  };

  return (
    <>
      {[...providers].map(([provider, label]) => (
        <Button key={provider} variant="default" onClick={() => void go(provider, label)}>
          {interpolate(strings.confirmWith, { provider: label })}
        </Button>
      ))}
      {blocked ? (
        <p className={classes.blocked} role="status">
          {strings.newTabBlocked}{' '}
          <a href={blocked.address} target="_blank" rel="noopener">
            {interpolate(strings.openInNewTab, { provider: blocked.label })}
          </a>
        </p>
      ) : null}
    </>
  );
}
