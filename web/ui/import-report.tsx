import { formatCount, formatCounted } from '../lib/formatters.ts';
import classes from './import-drawer.module.css';

type Change = {
  readonly line: number;
  readonly thing: string;
  readonly name: string;
  readonly change: 'created' | 'changed';
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
};

/** The server's report on a file: what it would change or has changed, and its errors. */
export type ImportReport = {
  readonly done: boolean;
  readonly rows: number;
  readonly counts: readonly { thing: string; created: number; changed: number; unchanged: number }[];
  readonly findings: readonly { line: number; column: string; message: string }[];
  readonly findings_total: number;
  readonly changes: readonly Change[];
  readonly changes_total: number;
  /** Identifies the planned changes: an import with this digest does exactly these or nothing. */
  readonly digest: string;
};

const linesOf = (count: number): string => formatCounted(count, 'line');

/** The report of a dry run: the verdict, the errors of lines, and the changes. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { rows, counts, findings, findings_total: wrong, changes, changes_total: total } = report;
  return (
    <>
      <p className={classes.verdict}>{verdictOf(rows, wrong, total)}</p>
      {wrong > 0 ? (
        <>
          <h3 className={classes.heading}>What to correct</h3>
          <ul className={classes.list}>
            {findings.map(({ line, column, message }) => (
              <li key={`${line} ${column} ${message}`} className={classes.item} data-wrong>
                <span className={classes.line}>Line {line}</span>
                <span>
                  {column === '' ? null : <strong>{column} </strong>}
                  {message}.
                </span>
              </li>
            ))}
          </ul>
          <More shown={findings.length} total={wrong} />
        </>
      ) : null}
      {counts.length > 0 ? (
        <>
          <h3 className={classes.heading}>{wrong > 0 ? 'What the other lines would do' : 'What would happen'}</h3>
          <ul className={classes.counts}>
            {counts.map(({ thing, created, changed, unchanged }) => (
              <li key={thing}>
                {thing}: {formatCount(created)} new, {formatCount(changed)} changed, {formatCount(unchanged)} as before
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {total > 0 ? (
        <>
          <h3 className={classes.heading}>Changes</h3>
          <ul className={classes.list}>
            {changes.map((change) => (
              <ChangeItem key={`${change.line} ${change.thing} ${change.name}`} change={change} />
            ))}
          </ul>
          <More shown={changes.length} total={total} />
        </>
      ) : null}
    </>
  );
}

function verdictOf(rows: number, wrong: number, total: number): string {
  if (wrong > 0) return `${formatCounted(wrong, 'problem')} in ${linesOf(rows)}: nothing is imported.`;
  if (total === 0) return `${linesOf(rows)}, and all is as it stands there already: nothing to import.`;
  return `${linesOf(rows)}, nothing wrong. Look at the changes, then import.`;
}

function ChangeItem({ change: { line, thing, name, change, fields } }: { change: Change }) {
  return (
    <li className={classes.item}>
      <span className={classes.line}>Line {line}</span>
      <span>
        <strong>{name}</strong> · {change === 'created' ? `new ${oneOf(thing)}` : `${oneOf(thing)} changed`}
        {fields.map(({ field, before, after }) => (
          <span key={field} className={classes.field}>
            {field.replaceAll('_', ' ')}: {before || 'empty'} → {after || 'empty'}
          </span>
        ))}
      </span>
    </li>
  );
}

/** 'venues' → 'venue' */
const oneOf = (things: string): string => things.replace(/s$/, '');

function More({ shown, total }: { shown: number; total: number }) {
  return shown < total ? <p className={classes.line}>… and {formatCount(total - shown)} more.</p> : null;
}
