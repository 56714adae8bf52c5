import type { ReactNode } from 'react';
import type { AuditLine } from '#contract/audit.ts';
import { Facts } from '../../ui/drawer-parts.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './audit.module.css';
import { actionWords } from './audit-words.ts';
import { changedParts, fieldWords, valueWords } from './value-words.ts';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Shows a value in words, followed by the stored value if that differs. */
function Value({ field, value }: { field: string; value: string }) {
  if (value === '') return '–';
  const words = valueWords(field, value);
  return words === value ? (
    value
  ) : (
    <>
      {words} <code className={classes.raw}>{value}</code>
    </>
  );
}

/** Shows all fields of an audit entry. */
export function AuditEntryDrawer({ entry, onClose }: { entry: AuditLine; onClose: () => void }) {
  const { seq, at, actor, action, subject, ip, changes, facts, hash } = entry;
  const rows: readonly [string, ReactNode][] = [
    ['When', <TimeText key="at" instant={at} relative />],
    ['Who', actor || 'Nobody signed in'],
    ['What', action],
    ['To whom', subject || '–'],
    ['From where', ip || '–'],
    ...facts.map(({ name, value }): [string, ReactNode] => [
      capital(fieldWords(name)),
      <Value key={name} field={name} value={value} />,
    ]),
    // Visitors of a demo get no hash.
    ...(hash === '' ? [] : [hash]).map((value): [string, ReactNode] => [
      'Hash',
      <Identifier key="hash" value={value} name="hash" />,
    ]),
  ];
  return (
    <FormDrawer title={actionWords(action)} context={`Entry ${seq}`} isOpen onClose={onClose}>
      <Facts facts={rows} />
      {changes.length === 0 ? null : (
        <table className={classes.changes}>
          <caption>Changes</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.flatMap(changedParts).map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldWords(field)}</th>
                <td>
                  <Value field={field} value={before} />
                </td>
                <td>
                  <Value field={field} value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </FormDrawer>
  );
}
