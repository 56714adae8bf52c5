import { formatDollars } from '../../../web/lib/formatters.ts';
import { SalesBars } from './sales-bars.tsx';
import { PRODUCTS } from './sample-data/table-files.ts';
import classes from './tables.module.css';
import { TickBox } from './tick-box.tsx';
import { useTicks } from './use-ticks.ts';

const IDS = PRODUCTS.map(({ id }) => id);

/** Five products with the sales of seven days, with borders or in a scrolling frame. */
export function ProductTable({ label, look }: { label: string; look: 'bordered' | 'overflow' }) {
  const ticks = useTicks(IDS);
  return (
    <section
      className={look === 'overflow' ? classes.overflow : classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by key
      tabIndex={0}
      aria-label={label}
    >
      <table className={classes.table} data-bordered={look === 'bordered' || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.tickCell}>
              <TickBox
                label={`${label}: tick all`}
                isTicked={ticks.isAll}
                isSome={ticks.isSome}
                onToggle={ticks.toggleAll}
              />
            </th>
            <th scope="col">Product</th>
            <th scope="col" className={classes.numberHead}>
              Price
            </th>
            <th scope="col">Sales</th>
          </tr>
        </thead>
        <tbody>
          {PRODUCTS.map(({ id, name, price, sales, series }) => (
            <tr key={id}>
              <td className={classes.tickCell}>
                <TickBox
                  label={`${label}: tick ${name}`}
                  isTicked={ticks.isTicked(id)}
                  onToggle={() => ticks.toggle(id)}
                />
              </td>
              <td>{name}</td>
              <td className={classes.numberCell}>{formatDollars(price)}</td>
              <td>
                <SalesBars sales={sales} color={`var(--vb-series-${series})`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
