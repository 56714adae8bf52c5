import { Button } from '@mantine/core';
import type { ManagedUser } from '#contract/users.ts';
import { TimeText } from '../../ui/time-text.tsx';
import { type FormValues, valuesOf } from './user-form.tsx';
import { roleLabel } from './user-words.ts';
import classes from './users.module.css';

const LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  email: 'E-mail',
  role: 'Role',
  customer_id: 'Customer',
  disabled: 'Disabled',
} as const;

const addressOf = ({ avatar }: ManagedUser): string | undefined => avatar[0]?.public_url;

/** Pictures in words, theirs and what was done in this form; null where there is nothing to decide. */
function pictureWords(opened: ManagedUser, newer: ManagedUser, image: FormValues['image']): [string, string] | null {
  const [before, stored] = [addressOf(opened), addressOf(newer)];
  if (image === undefined ? stored === before : image === null && stored === undefined) return null;
  const theirs = before === undefined || stored === before ? 'a picture' : 'another picture';
  const yours = image === null ? 'none' : 'the one you chose';
  return [stored === undefined ? 'none' : theirs, image === undefined ? 'not changed' : yours];
}

type NewerStateProps = {
  /** The state with which the form was opened. */
  opened: ManagedUser;
  newer: ManagedUser;
  typed: FormValues;
  onTake: () => void;
  onKeep: () => void;
};

/** What somebody else stored while this form was open, beside what is typed here: the reader decides. */
export function NewerState({ opened, newer, typed, onTake, onKeep }: NewerStateProps) {
  const stored = valuesOf(newer);
  const shown = (name: keyof typeof LABELS, values: FormValues): string => {
    if (name === 'role') return roleLabel(values.role);
    if (name === 'disabled') return values.disabled ? 'Yes' : 'No';
    if (name === 'customer_id')
      return values.customer_id === newer.customer_id ? newer.customer || 'none' : 'another one';
    return values[name] || 'empty';
  };
  const rows = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((name) => stored[name] !== typed[name])
    .map((name) => [LABELS[name], shown(name, stored), shown(name, typed)] as const);
  const picture = pictureWords(opened, newer, typed.image);
  const differing = picture === null ? rows : [...rows, ['Picture', ...picture] as const];
  return (
    <section className={classes.newer} aria-label="The present state">
      <p>
        Stored <TimeText instant={newer.updated_at} /> by somebody else.
      </p>
      {differing.length === 0 ? <p>It is the same as what you typed.</p> : null}
      <dl>
        {differing.map(([label, theirs, yours]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {theirs} <span className={classes.quiet}>(yours: {yours})</span>
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
