import { interpolate } from '../lib/interpolate.ts';
import classes from './import-columns.module.css';
import { importColumnsStrings as strings } from './ui-strings.ts';

export type CsvFileHelp = {
  /** Explains what a line describes, and how the line identifies its record. */
  readonly about: string;
  readonly required: readonly string[];
  readonly columns: readonly {
    readonly name: string;
    readonly isRequired: boolean;
    readonly meaning: string;
    /** The format of a cell's text. */
    readonly form: string;
    readonly example: string;
  }[];
};

/** Describes the file format in general and for each column. */
export function ImportColumns({ file: { about, required, columns } }: { file: CsvFileHelp }) {
  return (
    <div className={classes.help}>
      <p>{interpolate(strings.repeatable, { about })}</p>
      <p>
        {interpolate(strings.format, {
          required: <code>{required.join(', ')}</code>,
          number: <code>14.50</code>,
          commaNumber: <code>14,50</code>,
          date: <code>2026-10-21</code>,
          dottedDate: <code>21.10.2026</code>,
        })}
      </p>
      <details>
        <summary>{interpolate(strings.allColumns, { count: columns.length })}</summary>
        <dl className={classes.columns}>
          {columns.map(({ name, isRequired, meaning, form, example }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
                {isRequired ? <span className={classes.required}>{strings.required}</span> : null}
              </dt>
              <dd>
                {meaning}
                <span className={classes.form}>
                  {example === '' || form.includes('such as')
                    ? form
                    : interpolate(strings.formWithExample, { form, example: <code>{example}</code> })}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
