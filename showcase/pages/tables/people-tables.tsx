import { ORDERS, PEOPLE } from './sample-data/table-files.ts';
import classes from './tables.module.css';
import { Tag } from './tag.tsx';
import { TickBox } from './tick-box.tsx';
import { useTicks } from './use-ticks.ts';

const ORDER_IDS = ORDERS.map(({ id }) => id);
const TICKED = ORDERS.filter(({ isTicked }) => isTicked).map(({ id }) => id);

/** Three rows with checkboxes; the first is initially selected. */
export function StripedTable() {
  const ticks = useTicks(ORDER_IDS, TICKED);
  return (
    <table className={classes.table} data-striped aria-label="Striped table">
      <thead>
        <tr>
          <th scope="col" className={classes.tickCell}>
            <TickBox label="Tick all orders" isTicked={ticks.isAll} isSome={ticks.isSome} onToggle={ticks.toggleAll} />
          </th>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {ORDERS.map(({ id, name, status, tone }) => (
          <tr key={id}>
            <td className={classes.tickCell}>
              <TickBox label={`Tick ${name}`} isTicked={ticks.isTicked(id)} onToggle={() => ticks.toggle(id)} />
            </td>
            <td>{name}</td>
            <td>
              <Tag tone={tone}>{status}</Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Four people; the hovered row is highlighted. */
export function HoverTable() {
  return (
    <table className={classes.table} data-hover aria-label="Hover table">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">First Name</th>
          <th scope="col">Last Name</th>
          <th scope="col" className={classes.wideOnly}>
            Email
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {PEOPLE.map(({ id, firstName, lastName, email, status, tone }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>{firstName}</td>
            <td>{lastName}</td>
            <td className={classes.wideOnly}>{email}</td>
            <td>
              <Tag tone={tone} isPill>
                {status}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
