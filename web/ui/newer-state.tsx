import { Button } from '@mantine/core';
import classes from './newer-state.module.css';

/** `yours` is null if the reader did not change the field: the stored value then stays in any case. */
export type Difference = { readonly label: string; readonly theirs: string; readonly yours: string | null };

type NewerStateProps = {
  readonly differences: readonly Difference[];
  readonly onTake: () => void;
  readonly onKeep: () => void;
};

/** Shows what another user stored while a form was open, beside the typed values, and lets the reader decide. */
export function NewerState({ differences, onTake, onKeep }: NewerStateProps) {
  return (
    <section className={classes.newer} aria-label="The present state">
      <p>{differences.length === 0 ? 'What is stored is the same as what you typed.' : 'Stored by somebody else:'}</p>
      <dl>
        {differences.map(({ label, theirs, yours }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {theirs}
              {yours === null ? null : <span className={classes.yours}> (yours: {yours})</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.buttons}>
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
