import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { AlertMessage } from '../../ui/alert-message.tsx';
import classes from './auth.module.css';
import { resetPassword } from './auth-api.ts';
import { AuthFrame } from './auth-frame.tsx';
import { passwordResetPageStrings as strings } from './auth-strings.ts';
import { dropMailedToken, mailedToken } from './mailed-token.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { passwordFault } from './password-pair.ts';
import { SubmitButton } from './submit-button.tsx';
import { useFormAlert } from './use-form-alert.ts';
import { usePublicConfig } from './use-public-config.ts';
import { useSubmit } from './use-submit.ts';

const DEFAULT_SHORTEST = 15;

/**
 * Sets a new password with a mailed token. If the URL has no token, the page says so but does not block the form
 * (docs/specification.md#validation).
 */
export function PasswordResetPage() {
  const [token] = useState(() => mailedToken('reset'));
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const alert = useFormAlert(token === '' ? strings.tokenMissing : null);
  const { isPending, submit } = useSubmit(alert, strings.passwordUpdated);
  const shortest = usePublicConfig()?.password_min_length ?? DEFAULT_SHORTEST;

  const checkPasswords = (): boolean => {
    const fault = passwordFault(password, confirmation);
    if (fault !== null) alert.showBriefly(fault);
    return fault === null;
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!checkPasswords()) return;
    void submit(async () => {
      await resetPassword({ token, password });
      dropMailedToken('reset');
    });
  };

  return (
    <AuthFrame title={strings.newPassword} lead={strings.lead}>
      <form className={classes.form} onSubmit={onSubmit} noValidate aria-label={strings.newPassword}>
        <AlertMessage text={alert.message} />
        <NewPasswordFields
          password={password}
          onPassword={setPassword}
          confirmation={confirmation}
          onConfirmation={setConfirmation}
          onConfirmationLeft={checkPasswords}
          email=""
          shortest={shortest}
        />
        <SubmitButton label={strings.setPassword} isPending={isPending} />
      </form>
      <p className={classes.below}>
        {strings.linkExpired}{' '}
        <Link to="/forgot" className={classes.link}>
          {strings.requestNewLink}
        </Link>
      </p>
    </AuthFrame>
  );
}
