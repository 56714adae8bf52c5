import { Button, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { useCurrentUser } from '../../lib/session.ts';
import classes from './account.module.css';

type PasskeyNameFormProps = {
  /** The id of the passkey; 'new' for a passkey that is being added. */
  id: string;
  label: string;
  hint?: string;
  submitLabel: string;
  initial: string;
  isPending: boolean;
  error: string | null;
  /** Calls `done` after the name is stored. */
  onSubmit: (name: string, done: () => void) => void;
  onCancel: () => void;
};

/** Asks for the name of a passkey. */
export function PasskeyNameForm(props: PasskeyNameFormProps) {
  const { id, label, hint, submitLabel, initial, isPending, error, onSubmit, onCancel } = props;
  const owner = useCurrentUser()?.id ?? '';
  const { fields, change, clear } = useDraft(`passkey-${id}`, owner, { name: initial });
  const { name } = fields;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && !isPending) onSubmit(name.trim(), clear);
  };
  const cancel = (): void => {
    clear();
    onCancel();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={label}
        {...(hint === undefined ? {} : { description: hint })}
        maxLength={60}
        autoFocus
        value={name}
        error={error}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
