import { type FormEvent, useState } from 'react';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import classes from './auth.module.css';
import { linkProvider, type SignInStep } from './auth-api.ts';
import { PasswordField } from './password-field.tsx';

const LABELS: Readonly<Record<string, string>> = { google: 'Google', microsoft: 'Microsoft' };

export type LinkFormProps = {
  ticket: { readonly request: string; readonly provider: string };
  onStep: (step: SignInStep) => void;
  onBack: (message: string | null) => void;
};

/**
 * Asks for the password of the account that already has the provider's address, and only then connects the two
 * (docs/threat-model.md#a18).
 */
export function LinkForm({ ticket, onStep, onBack }: LinkFormProps) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const label = LABELS[ticket.provider] ?? 'this sign-in';

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending || password === '') return;
    setIsPending(true);
    setMessage(null);
    try {
      onStep(await linkProvider(ticket.request, password));
    } catch (error) {
      const text = error instanceof Error ? error.message : 'Error';
      if (error instanceof Error && 'status' in error && error.status === 400) return onBack(text);
      setMessage(text);
      setPassword('');
      setIsPending(false);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Connect">
      <p className={classes.note}>
        There is an account with your e-mail address already. Enter its password once to connect {label} with it.
      </p>
      <AlertMessage text={message} />
      <PasswordField value={password} onChange={setPassword} />
      <PlainButton type="submit" disabled={isPending || password === ''}>
        {isPending ? 'Loading...' : `Connect ${label}`}
      </PlainButton>
      <PlainButton isQuiet onClick={() => onBack(null)}>
        Not now
      </PlainButton>
    </form>
  );
}
