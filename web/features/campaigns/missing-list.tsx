import { Panel } from '../../ui/panel.tsx';
import { fieldWord } from './campaign-words.ts';
import classes from './campaigns.module.css';

/** Lists all fields that are missing before submission. */
export function MissingList({ missing }: { missing: Readonly<Record<string, string>> }) {
  const entries = Object.entries(missing);
  return (
    <Panel
      title={entries.length === 0 ? 'Nothing is missing' : 'Still missing'}
      context={
        entries.length === 0 ? 'Submit it for review: an administrator looks at it.' : 'Before it can be submitted'
      }
    >
      {entries.length === 0 ? null : (
        <ul className={classes.missing}>
          {entries.map(([field, text]) => (
            <li key={field}>
              <strong>{fieldWord(field)}</strong> {text}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
