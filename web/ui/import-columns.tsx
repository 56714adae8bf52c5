import classes from './import-columns.module.css';

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
      <p>{about} The same file again changes nothing, and nothing is ever deleted.</p>
      <p>
        The first line names the columns, in any order; it must have <code>{required.join(', ')}</code>. Comma,
        semicolon or tab, UTF-8. Numbers such as <code>14.50</code> or <code>14,50</code>; dates such as{' '}
        <code>2026-10-21</code> or <code>21.10.2026</code>.
      </p>
      <details>
        <summary>All {columns.length} columns</summary>
        <dl className={classes.columns}>
          {columns.map(({ name, isRequired, meaning, form, example }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
                {isRequired ? <span className={classes.required}>required</span> : null}
              </dt>
              <dd>
                {meaning}
                <span className={classes.form}>
                  {form}
                  {example === '' || form.includes('such as') ? null : (
                    <>
                      , such as <code>{example}</code>
                    </>
                  )}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
