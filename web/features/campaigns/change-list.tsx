import type { FieldChange } from '#contract/flight-parts.ts';
import { changeText, fieldWord, type PlaceNames } from './campaign-words.ts';
import classes from './campaigns.module.css';

type ChangeListProps = {
  changes: readonly FieldChange[];
  isNew?: boolean;
  /** The flight's time zone, in which its days begin. */
  timeZone?: string;
  /** Names for the places in a targeting rule. */
  names?: PlaceNames;
};

/** Each field's old and new values, side by side. A new object has no old values. */
export function ChangeList({ changes, isNew = false, timeZone, names }: ChangeListProps) {
  if (changes.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldWord(field)}</dt>
          <dd>
            {isNew ? null : (
              <>
                <del>{changeText(field, before, { timeZone, names })}</del> <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins>{changeText(field, after, { timeZone, names })}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
