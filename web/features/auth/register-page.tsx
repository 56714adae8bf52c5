import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { register } from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { registerPageStrings as strings } from './auth-strings.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { passwordFault } from './password-pair.ts';
import { SubmitButton } from './submit-button.tsx';
import { useFormAlert } from './use-form-alert.ts';
import { usePublicConfig } from './use-public-config.ts';
import { useSubmit } from './use-submit.ts';

const REGISTERED = strings.registered;
const DEFAULT_SHORTEST = 15;

const LEADS = {
  open: strings.openLead,
  invite: strings.inviteLead,
  closed: strings.closedLead,
} as const;

/**
 * The registration page, with email and a password typed twice (docs/specification.md#public-routes, #states,
 * #validation).
 */
export function RegisterPage() {
  const config = usePublicConfig();
  const signUp = config?.sign_up ?? 'open';
  return (
    <AuthFrame title={strings.signUp} lead={LEADS[signUp]}>
      {signUp === 'closed' ? (
        <p>{strings.closedText}</p>
      ) : (
        <RegisterForm shortest={config?.password_min_length ?? DEFAULT_SHORTEST} />
      )}
      <p className={classes.below}>
        {strings.haveAccount}{' '}
        <Link to="/login" className={classes.link}>
          {strings.login}
        </Link>
      </p>
    </AuthFrame>
  );
}

function RegisterForm({ shortest }: { shortest: number }) {
  // The draft never stores passwords, but closing the tab still warns about them.
  const draft = useDraft('sign-up', 'nobody', { email: '', password: '', passwordAgain: '' });
  const { email, password, passwordAgain } = draft.fields;
  const alert = useFormAlert();
  const { isPending, submit } = useSubmit(alert, REGISTERED);

  const checkPasswords = (): boolean => {
    const fault = passwordFault(password, passwordAgain);
    if (fault !== null) alert.showBriefly(fault);
    return fault === null;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (email.trim() === '') alert.show(strings.emailMissing);
    else if (checkPasswords())
      void submit(async () => {
        await register({ email: email.trim(), password });
        draft.clear();
      });
  };

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-label={strings.signUp}>
      <AlertMessage text={alert.message} />
      <TextField
        label={strings.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(value) => draft.change({ email: value })}
      />
      <NewPasswordFields
        password={password}
        onPassword={(value) => draft.change({ password: value })}
        confirmation={passwordAgain}
        onConfirmation={(value) => draft.change({ passwordAgain: value })}
        onConfirmationLeft={checkPasswords}
        email={email}
        shortest={shortest}
      />
      <SubmitButton label={strings.register} isPending={isPending} />
    </form>
  );
}
