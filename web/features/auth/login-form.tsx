import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { HAS_BACKEND, LOGIN_REFUSED, publicConfigQuery, signIn } from './api.ts';
import classes from './auth.module.css';
import { DemoAccounts } from './demo-accounts.tsx';

/** E-mail and password (specification sections 2 and 5). `onDone` is called with a session begun. */
export function LoginForm({ initialMessage, onDone }: { initialMessage: string | null; onDone: () => void }) {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState(initialMessage);
  const button = useRef<HTMLButtonElement>(null);
  const { data: config } = useQuery({ ...publicConfigQuery(), enabled: HAS_BACKEND, meta: { errors: 'own' } });
  const { mutate, isPending } = useMutation({
    mutationFn: signIn,
    meta: { errors: 'own' },
    onSuccess: onDone,
    onError: (error) => setMessage(error.message === 'Error' ? LOGIN_REFUSED : error.message),
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setMessage(null);
    if (!HAS_BACKEND) void navigate({ to: '/login', replace: true });
    else if (email.trim() === '' || password === '') setMessage(LOGIN_REFUSED);
    else mutate({ email: email.trim(), password });
  };

  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Login">
        <div role="alert">
          {message === null ? null : (
            <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden="true" />}>
              {message}
            </Alert>
          )}
        </div>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          size="md"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div>
          <div className={classes.passwordHead}>
            <label htmlFor="password">Password</label>
            <Link to="/forgot" className={classes.link}>
              Forgot password
            </Link>
          </div>
          <PasswordInput
            id="password"
            name="password"
            autoComplete="current-password"
            required
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </div>
        <Button ref={button} type="submit" size="md" fullWidth disabled={isPending}>
          {isPending ? 'Loading...' : 'Login'}
        </Button>
      </form>
      {config && config.demoAccounts.length > 0 ? (
        <DemoAccounts
          accounts={config.demoAccounts}
          onChoose={(account) => {
            setEmail(account.email);
            setPassword(account.password);
            setMessage(null);
            button.current?.focus();
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
