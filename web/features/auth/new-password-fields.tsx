import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { newPasswordFieldsStrings as strings } from './auth-strings.ts';
import { PasswordHint } from './password-hint.tsx';

export type NewPasswordFieldsProps = {
  password: string;
  onPassword: (text: string) => void;
  confirmation: string;
  onConfirmation: (text: string) => void;
  /**
   * Called when the confirmation field loses the focus, so that the form can report if the two passwords differ
   * (docs/specification.md#validation).
   */
  onConfirmationLeft: () => void;
  /** The account's email address, or '' if unknown. A password derived from it is easy to guess. */
  email: string;
  shortest: number;
};

/** The fields for a new password and its confirmation. A button reveals both passwords. */
export function NewPasswordFields({
  password,
  onPassword,
  confirmation,
  onConfirmation,
  ...rest
}: NewPasswordFieldsProps) {
  const { onConfirmationLeft, email, shortest } = rest;
  const [isShown, setIsShown] = useState(false);
  const hintId = useId();
  const Icon = isShown ? IconEyeOff : IconEye;
  const field = { type: isShown ? 'text' : 'password', autoComplete: 'new-password', required: true };
  return (
    <>
      <div>
        <TextField
          {...field}
          label={strings.password}
          name="password"
          aria-describedby={hintId}
          value={password}
          onChange={onPassword}
          trailing={
            <button
              type="button"
              className={classes.eye}
              aria-label={isShown ? strings.hidePasswords : strings.showPasswords}
              onClick={() => setIsShown(!isShown)}
            >
              <Icon size={20} stroke={1.75} aria-hidden="true" />
            </button>
          }
        />
        <PasswordHint id={hintId} password={password} email={email} shortest={shortest} />
      </div>
      <TextField
        {...field}
        label={strings.confirmPassword}
        name="confirm-password"
        value={confirmation}
        onChange={onConfirmation}
        onBlur={onConfirmationLeft}
      />
    </>
  );
}
