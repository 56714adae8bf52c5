import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { AuthLink } from './auth-link.tsx';
import { passwordFieldStrings as strings } from './auth-strings.ts';

/** The password field, with a button that shows the password and a link to reset it. */
export function PasswordField({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextField
      label={strings.password}
      name="password"
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      required
      value={value}
      onChange={onChange}
      beside={
        <AuthLink to="/forgot" className={classes.link}>
          {strings.forgotPassword}
        </AuthLink>
      }
      trailing={
        <button
          type="button"
          className={classes.eye}
          aria-label={isShown ? strings.hidePassword : strings.showPassword}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
        </button>
      }
    />
  );
}
