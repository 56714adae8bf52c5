import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PublicConfig } from '#contract/site.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { fetchPublicConfig, LOGIN_REFUSED, signIn } from './api.ts';
import classes from './auth.module.css';
import { DemoAccounts } from './demo-accounts.tsx';
import { PasswordField } from './password-field.tsx';

/** E-mail and password (specification sections 2 and 5). `onDone` is called with a session begun. */
export function LoginForm({ initialMessage, onDone }: { initialMessage: string | null; onDone: () => void }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState(initialMessage);
  const [isPending, setIsPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const demoAccounts = useDemoAccounts();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    if (!HAS_BACKEND) return navigate({ to: '/login', replace: true });
    if (email.trim() === '' || password === '') return setMessage(LOGIN_REFUSED);
    setMessage(null);
    setIsPending(true);
    try {
      await signIn({ email: email.trim(), password });
      onDone();
    } catch (error) {
      const text = error instanceof Error ? error.message : 'Error';
      setMessage(text === 'Error' ? LOGIN_REFUSED : text);
      setIsPending(false);
    }
  };

  return (
    <>
      <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Login">
        <AlertMessage text={message} />
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <PasswordField value={password} onChange={setPassword} />
        <PlainButton type="submit" disabled={isPending}>
          {isPending ? 'Loading...' : 'Login'}
        </PlainButton>
      </form>
      {demoAccounts.length > 0 ? (
        <DemoAccounts
          accounts={demoAccounts}
          onChoose={(account) => {
            setEmail(account.email);
            setPassword(account.password);
            setMessage(null);
            form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
          }}
        />
      ) : null}
      <p className={classes.below}>
        No account yet?{' '}
        <Link to="/register" className={classes.link}>
          Sign up
        </Link>
      </p>
    </>
  );
}

/** The demo accounts of this installation; none until it has said so. */
function useDemoAccounts(): PublicConfig['demoAccounts'] {
  const [accounts, setAccounts] = useState<PublicConfig['demoAccounts']>([]);
  useEffect(() => {
    if (!HAS_BACKEND) return;
    const leaving = new AbortController();
    fetchPublicConfig(leaving.signal)
      .then((config) => setAccounts(config.demoAccounts))
      .catch(() => {
        // Without the hint one can still sign in; that the server is away is said by the banner.
      });
    return () => leaving.abort();
  }, []);
  return accounts;
}
