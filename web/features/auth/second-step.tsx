import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { canUsePasskeys } from '../../lib/use-passkey.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { enterCode, enterPasskey, type SecondStepTask, type SignInStep } from './auth-api.ts';

export type SecondStepProps = {
  task: SecondStepTask;
  onDone: () => void;
  /** Returns to the first step; the text is for its alert. */
  onBack: (message: string | null) => void;
};

/**
 * The second step of sign-in: a passkey, a one-time code of an app, or a recovery code (docs/threat-model.md#a21,
 * #a23).
 */
export function SecondStep({ task: { challenge, hasPasskey }, onDone, onBack }: SecondStepProps) {
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const takesPasskey = hasPasskey && canUsePasskeys();

  const enter = async (way: () => Promise<SignInStep>): Promise<void> => {
    setIsPending(true);
    setMessage(null);
    try {
      await way();
      onDone();
    } catch (error) {
      const { message: text, isOver } = describe(error);
      if (isOver) return onBack(text);
      setMessage(text);
      setCode('');
      setIsPending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending && code.trim() !== '') void enter(() => enterCode(challenge, code));
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Second step">
      <AlertMessage text={message} />
      {takesPasskey ? (
        <PlainButton autoFocus disabled={isPending} onClick={() => void enter(() => enterPasskey(challenge))}>
          <IconFingerprint size={18} aria-hidden="true" />
          Use a passkey
        </PlainButton>
      ) : null}
      <TextField
        label="Code of your app, or a recovery code"
        name="code"
        inputMode="text"
        autoComplete="one-time-code"
        autoFocus={!takesPasskey}
        required
        value={code}
        onChange={setCode}
      />
      <PlainButton type="submit" isQuiet={takesPasskey} disabled={isPending || code.trim() === ''}>
        {isPending ? 'Loading...' : 'Continue'}
      </PlainButton>
      <PlainButton isQuiet onClick={() => onBack(null)}>
        Back to login
      </PlainButton>
    </form>
  );
}

/** 400 means that the user must repeat the first step. After any other error the user can try again. */
function describe(error: unknown): { message: string; isOver: boolean } {
  if (!(error instanceof Error)) return { message: 'Error', isOver: false };
  return { message: error.message, isOver: 'status' in error && error.status === 400 };
}
