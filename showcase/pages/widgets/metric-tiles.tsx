import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column } from '../../ui/columns.tsx';
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

/** Today's and yesterday's visits in turn, with two smaller figures. */
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
                2,716 <small>today</small>
              </p>
            ),
          },
          {
            key: 'yesterday',
            content: (
              <p className={classes.figure}>
                2,654 <small>yesterday</small>
              </p>
            ),
          },
        ]}
      />
      <dl className={classes.facts}>
        {(
          [
            ['New Visitors', '904', '871'],
            ['Bounce Rate', '3.8%', '4.2%'],
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
      ['Bounce Rate', '3.6%'],
    ],
  },
  {
    key: 'PICKED ORDERS',
    value: '288',
    facts: [
      ['Harbour lane 12', '2 h'],
      ['Station square 3', '4 h'],
    ],
  },
] as const;

/** A tile that alternates between two slides. Its title names the current slide. */
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

/** Four figures, two of them with slides (docs/sample-pages.md#widgets, row 1). */
export function MetricTiles() {
  return (
    <>
      <Column md={6} lg={4} xl={3}>
        <Widget title="USERS GROWTH" collapse close>
          <Figures
            value="6,048"
            facts={[
              ['Registrations', '517'],
              ['Bounce Rate', '3.6%'],
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
            value="$ 8,260"
            facts={[
              ['Last Month', '$ 7,905'],
              ['Last Week', '$ 1,870'],
            ]}
          />
        </Widget>
      </Column>
    </>
  );
}
