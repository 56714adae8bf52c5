import { useState } from 'react';
import { Column } from '../../../ui/columns.tsx';
import { Widget } from '../../../ui/widget.tsx';
import { VerticalSlides } from './vertical-slides.tsx';
import classes from './widgets.module.css';

type Facts = readonly (readonly [name: string, value: string])[];

function Figures({ value, facts }: { value: string; facts: Facts }) {
  return (
    <>
      <p className={classes.figure}>{value}</p>
      <dl className={classes.facts}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const Small = ({ value }: { value: string }) => <span className={classes.smallValue}>{value}</span>;

/** Visits of today and yesterday in turn, and two smaller figures that turn with them. */
function VisitsTile() {
  return (
    <Widget title="VISITS" collapse close>
      <VerticalSlides
        label="Visits, today and yesterday in turn"
        height={48}
        slides={[
          {
            key: 'today',
            content: (
              <p className={classes.figure}>
                4,332 <small>today</small>
              </p>
            ),
          },
          {
            key: 'yesterday',
            content: (
              <p className={classes.figure}>
                3,870 <small>yesterday</small>
              </p>
            ),
          },
        ]}
      />
      <dl className={classes.facts}>
        {(
          [
            ['New Visitors', '1,830', '1,422'],
            ['Bounce Rate', '4.5%', '5.1%'],
          ] as const
        ).map(([name, today, yesterday]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <VerticalSlides
                label={`${name}, today and yesterday in turn`}
                height={22}
                slides={[
                  { key: 'today', content: <Small value={today} /> },
                  { key: 'yesterday', content: <Small value={yesterday} /> },
                ]}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Widget>
  );
}

const ORDERS = [
  {
    key: 'ORDERS',
    value: '2,356',
    facts: [
      ['Registrations', '180'],
      ['Bounce Rate', '4.5%'],
    ],
  },
  {
    key: 'PICKED ORDERS',
    value: '325',
    facts: [
      ['Basel Road 91', '2 h'],
      ['Prague Street 20', '4 h'],
    ],
  },
] as const;

/** The tile slides between its two sides; its title names the one that is shown. */
function OrdersTile() {
  const [shown, setShown] = useState(0);
  return (
    <Widget label="ORDERS" title={ORDERS[shown]?.key} collapse close>
      <VerticalSlides
        label="Orders and picked orders in turn"
        height={92}
        slides={ORDERS.map(({ key, value, facts }) => ({ key, content: <Figures value={value} facts={facts} /> }))}
        onShown={setShown}
      />
    </Widget>
  );
}

/** Four figures, two of them with slides (inventory 4.2, row 1). */
export function MetricTiles() {
  return (
    <>
      <Column md={6} lg={4} xl={3}>
        <Widget title="USERS GROWTH" collapse close>
          <Figures
            value="4,332"
            facts={[
              ['Registrations', '830'],
              ['Bounce Rate', '4.5%'],
            ]}
          />
        </Widget>
      </Column>
      <Column md={6} lg={4} xl={3}>
        <VisitsTile />
      </Column>
      <Column md={6} lg={4} xl={3}>
        <OrdersTile />
      </Column>
      <Column md={6} lg={4} xl={3}>
        <Widget title="TOTAL PROFIT" collapse close>
          <Figures
            value="$ 9,871"
            facts={[
              ['Last Month', '$ 7,112'],
              ['Last Week', '$ 2,440'],
            ]}
          />
        </Widget>
      </Column>
    </>
  );
}
