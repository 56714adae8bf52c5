import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SecondFactorSeed } from '#contract/second-factor.ts';
import classes from './account.module.css';
import { enableFactor } from './account-api.ts';

export type SeedFormProps = {
  seed: SecondFactorSeed;
  onEnabled: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** Shows the key for an authenticator app, and asks for the app's first code. */
export function SeedForm({ seed, onEnabled, onCancel }: SeedFormProps) {
  const [code, setCode] = useState('');
  const enabling = useMutation({
    meta: { errors: 'own' },
    mutationFn: enableFactor,
    onSuccess: onEnabled,
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '' && !enabling.isPending) enabling.mutate(code);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.seed}>
        <img
          className={classes.code}
          src={`data:image/svg+xml,${encodeURIComponent(seed.picture)}`}
          alt="QR code for your app"
          width={176}
          height={176}
        />
        <ol className={classes.steps}>
          <li>
            Open your app for one-time codes and scan the picture. On the phone that has it:{' '}
            <a href={seed.uri}>give it the key</a>.
          </li>
          <li>
            If you cannot scan it, type this key: <code>{seed.seed.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </li>
          <li>Enter the code that the app shows.</li>
        </ol>
      </div>
      <TextInput
        label="Code of the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        autoFocus
        value={code}
        error={enabling.error?.message ?? null}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={enabling.isPending} disabled={code.trim() === ''}>
          Switch on
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
