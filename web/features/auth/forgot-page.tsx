import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { sendResetMail } from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useFormAlert } from './use-form-alert.ts';
import { useSubmit } from './use-submit.ts';

/** The page on which users request an email with a link for setting a new password. */
export function ForgotPage() {
  const [email, setEmail] = useState('');
  const alert = useFormAlert();
  const { isPending, submit } = useSubmit(alert, 'Email with resetting instructions has been sent');

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (email.trim() === '') alert.show('Email field is empty');
    else void submit(() => sendResetMail({ email: email.trim() }));
  };

  return (
    <AuthFrame title="Forgot password" lead="We mail you a link to set a new one. It works for 30 minutes.">
      <form className={classes.form} onSubmit={onSubmit} noValidate aria-label="Forgot password">
        <AlertMessage text={alert.message} />
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <SubmitButton label="Send link" isPending={isPending} />
      </form>
      <p className={classes.below}>
        Remember it?{' '}
        <Link to="/login" className={classes.link}>
          Login
        </Link>
      </p>
    </AuthFrame>
  );
}
