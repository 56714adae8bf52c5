import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SecondFactorSeed } from '#contract/second-factor.ts';
import { interpolate } from '../../lib/interpolate.ts';
import classes from './account.module.css';
import { enableFactor } from './account-api.ts';
import { seedFormStrings as strings } from './account-strings.ts';

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
          alt={strings.qrCode}
          width={176}
          height={176}
        />
        <ol className={classes.steps}>
          <li>{interpolate(strings.scanStep, { link: <a href={seed.uri}>{strings.openAppHere}</a> })}</li>
          <li>
            {interpolate(strings.keyStep, {
              key: <code>{seed.seed.replace(/(.{4})(?=.)/g, '$1 ')}</code>,
            })}
          </li>
          <li>{strings.codeStep}</li>
        </ol>
      </div>
      <TextInput
        label={strings.appCode}
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
          {strings.turnOn}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {strings.cancel}
        </Button>
      </div>
    </form>
  );
}
