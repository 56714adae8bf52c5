import { Button } from '@mantine/core';
import type { ManagedUser } from '#contract/users.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { type FormValues, valuesOf } from './user-form.tsx';
import { roleLabel } from './user-words.ts';
import classes from './users.module.css';

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone number',
  email: 'E-mail',
  role: 'Role',
  cid: 'Customer',
  disabled: 'Disabled',
  image: 'Picture',
} as const;

function pictureWords(image: FormValues['image'], newer: ManagedUser): string {
  if (image === undefined) return newer.avatar.length > 0 ? 'a picture' : 'none';
  return image === null ? 'none' : 'the one you chose';
}

type NewerStateProps = { newer: ManagedUser; typed: FormValues; onTake: () => void; onKeep: () => void };

/** What somebody else stored while this form was open, beside what is typed here: the reader decides. */
export function NewerState({ newer, typed, onTake, onKeep }: NewerStateProps) {
  const stored = valuesOf(newer);
  const differing = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter((name) => stored[name] !== typed[name]);
  const shown = (name: keyof typeof LABELS, values: FormValues): string => {
    if (name === 'role') return roleLabel(values.role);
    if (name === 'disabled') return values.disabled ? 'Yes' : 'No';
    if (name === 'image') return pictureWords(values.image, newer);
    if (name === 'cid') return values.cid === newer.cid ? newer.customer || 'none' : 'another one';
    return values[name] || 'empty';
  };
  return (
    <section className={classes.newer} aria-label="The present state">
      <p>
        Stored <TimeText instant={newer.updatedAt} /> by somebody else.
      </p>
      {differing.length === 0 ? <p>It is the same as what you typed.</p> : null}
      <dl>
        {differing.map((name) => (
          <div key={name}>
            <dt>{LABELS[name]}</dt>
            <dd>
              {shown(name, stored)} <span className={classes.quiet}>(yours: {shown(name, typed)})</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.inline}>
        <Button size="xs" variant="default" onClick={onTake}>
          Take theirs
        </Button>
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep mine, save again
        </Button>
      </div>
    </section>
  );
}
