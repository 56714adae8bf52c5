import classes from './core-table.module.css';

const SIZES = ['Extra small <576px', 'Small ≥576px', 'Medium ≥768px', 'Large ≥992px', 'Extra large ≥1200px'] as const;

/** Options that differ between widths, and options that are equal at all widths. */
const ROWS: readonly { name: string; values: readonly string[] }[] = [
  { name: 'Max container width', values: ['None (auto)', '540px', '720px', '960px', '1140px'] },
  { name: 'Component property', values: ['xs', 'sm', 'md', 'lg', 'xl'] },
  { name: '# of columns', values: ['12'] },
  { name: 'Gutter width', values: ['30px (15px on each side of a column)'] },
  { name: 'Nestable', values: ['Yes'] },
  { name: 'Column ordering', values: ['Yes'] },
];

/** The grid's options at its five widths (docs/specification.md#constants). */
export function GridOptionsTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Options of the grid, scrollable">
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {SIZES.map((size) => (
              <th key={size} scope="col">
                {size}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value) => (
                <td key={value} colSpan={values.length === 1 ? SIZES.length : 1}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
