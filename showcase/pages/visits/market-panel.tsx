import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { LiveTraffic } from '../live-traffic.tsx';
import classes from './visits.module.css';
import { MARKET_ROWS } from './visits-sample-data.ts';

/** Earnings, their sources, and live traffic. */
export function MarketPanel() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // The heading's checkbox sets all rows. Clearing a row clears it; setting rows one by one does not set it.
  const [isHeadSet, setHeadSet] = useState(false);
  const toggleAll = (isOn: boolean): void => {
    setHeadSet(isOn);
    setChosen(new Set(isOn ? MARKET_ROWS.map(({ id }) => id) : []));
  };
  const toggle = (id: number, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else {
      next.delete(id);
      setHeadSet(false);
    }
    setChosen(next);
  };
  return (
    <Widget title="Market **Stats**" close>
      <p className={classes.earned}>$ 640 Earned</p>
      <p className={classes.sub}>Target for the week: $ 900</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                aria-label="All rows"
                checked={isHeadSet}
                onChange={({ target }) => toggleAll(target.checked)}
              />
            </th>
            <th scope="col">Name</th>
            <th scope="col" className={classes.number}>
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {MARKET_ROWS.map(({ id, name, price }) => (
            <tr key={id}>
              <td>
                <Checkbox
                  aria-label={name}
                  checked={chosen.has(id)}
                  onChange={({ target }) => toggle(id, target.checked)}
                />
              </td>
              <td>{name}</td>
              <td className={classes.number}>$ {price.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <LiveTraffic height={100} />
    </Widget>
  );
}
