import { Panel } from '../../ui/panel.tsx';
import { fieldWord } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { missingListStrings as strings } from './flights-strings.ts';

/** Lists all fields that are missing before submission. */
export function MissingList({ missing }: { missing: Readonly<Record<string, string>> }) {
  const entries = Object.entries(missing);
  return (
    <Panel
      title={entries.length === 0 ? strings.completeTitle : strings.missingTitle}
      context={entries.length === 0 ? strings.completeContext : strings.missingContext}
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
