import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { sendResetMail } from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { forgotPageStrings as strings } from './auth-strings.ts';
import { SubmitButton } from './submit-button.tsx';
import { useFormAlert } from './use-form-alert.ts';
import { useSubmit } from './use-submit.ts';

/** The page on which users request an email with a link for setting a new password. */
export function ForgotPage() {
  const [email, setEmail] = useState('');
  const alert = useFormAlert();
  const { isPending, submit } = useSubmit(alert, strings.emailSent);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (email.trim() === '') alert.show(strings.emailMissing);
    else void submit(() => sendResetMail({ email: email.trim() }));
  };

  return (
    <AuthFrame title={strings.forgotPassword} lead={strings.lead}>
      <form className={classes.form} onSubmit={onSubmit} noValidate aria-label={strings.forgotPassword}>
        <AlertMessage text={alert.message} />
        <TextField
          label={strings.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <SubmitButton label={strings.sendLink} isPending={isPending} />
      </form>
      <p className={classes.below}>
        {strings.rememberPassword}{' '}
        <Link to="/login" className={classes.link}>
          {strings.login}
        </Link>
      </p>
    </AuthFrame>
  );
}
