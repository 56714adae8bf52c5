import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Badge, Button, Progress, Skeleton, Switch, Tabs } from '@mantine/core';
import { IconBolt, IconBuilding, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { TrendLine } from '../../ui/charts/trend-line.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { AvatarMark } from '../avatar-mark.tsx';
import { DrawnScene } from '../drawn-scene.tsx';
import classes from './card-page.module.css';

const TONE_CARDS = ['primary', 'success', 'warning', 'danger'] as const;
const FIGURES = [
  {
    name: 'Views today',
    value: '1,284',
    change: '8% above Monday',
    values: [4, 6, 5, 7, 6, 8, 9],
    token: '--vb-series-1',
  },
  { name: 'Charges', value: '613', change: '2% below Monday', values: [7, 6, 7, 5, 6, 5, 5], token: '--vb-series-2' },
  { name: 'Energy', value: '15.3 kWh', change: 'as on Monday', values: [5, 5, 6, 5, 5, 6, 5], token: '--vb-series-3' },
  {
    name: 'Earned',
    value: '$ 48.20',
    change: '11% above Monday',
    values: [3, 4, 4, 5, 6, 6, 8],
    token: '--vb-series-4',
  },
] as const;

/** Cards with figures, head and foot, lists, tabs, tones, a picture at the side, people, and a loading state. */
export function MoreCards() {
  return (
    <>
      <Heading>Figures</Heading>
      <Columns>
        {FIGURES.map(({ name, value, change, values, token }) => (
          <Column key={name} sm={6} xl={3}>
            <Sample label={name}>
              <span className={classes.muted}>{name}</span>
              <strong className={classes.figure}>{value}</strong>
              <TrendLine label={`${name}, last seven days`} values={values} height={40} token={token} />
              <span className={classes.caption}>{change}</span>
            </Sample>
          </Column>
        ))}
      </Columns>
      <Heading>Head, foot, lists and tabs</Heading>
      <Columns>
        <Column md={6} lg={4}>
          <HeadAndFoot />
        </Column>
        <Column md={6} lg={4}>
          <ListCard />
        </Column>
        <Column md={6} lg={4}>
          <TabsCard />
        </Column>
      </Columns>
      <Heading>Tones</Heading>
      <Columns>
        {TONE_CARDS.map((tone) => (
          <Column key={tone} sm={6} xl={3}>
            <section className={classes.toned} data-tone={tone} aria-label={`Card, ${tone}`}>
              <h3 className={classes.title}>{tone.charAt(0).toUpperCase() + tone.slice(1)}</h3>
              <p>The edge and the ground carry the tone; the text stays the page’s.</p>
            </section>
          </Column>
        ))}
      </Columns>
      <Heading>Beside a picture, of a person, still loading</Heading>
      <Columns>
        <Column lg={6}>
          <SideCard />
        </Column>
        <Column sm={6} lg={3}>
          <PersonCard />
        </Column>
        <Column sm={6} lg={3}>
          <LoadingCard />
        </Column>
      </Columns>
    </>
  );
}

const Heading = ({ children }: { children: ReactNode }) => <h2 className={classes.heading}>{children}</h2>;

function Sample({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={`${classes.card} ${classes.wide}`} aria-label={label}>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

function HeadAndFoot() {
  return (
    <section className={`${classes.card} ${classes.wide}`} aria-label="Card with head and foot">
      <header className={classes.head}>
        <h3 className={classes.title}>Budget of the week</h3>
        <Badge color="success" tt="none">
          On plan
        </Badge>
      </header>
      <div className={classes.body}>
        <p>$ 430 of $ 600 are used; at this pace it ends on Saturday evening.</p>
        <Progress value={72} aria-label="Used: 72%" />
      </div>
      <footer className={classes.feet}>Reckoned at midnight</footer>
    </section>
  );
}

function ListCard() {
  return (
    <section className={`${classes.card} ${classes.wide}`} aria-label="Card with a list">
      <header className={classes.head}>
        <h3 className={classes.title}>Venues</h3>
      </header>
      <ul className={classes.list}>
        {(
          [
            [IconBuilding, 'Harbour hotel', '12 outlets'],
            [IconMapPin, 'North terminal', '8 outlets'],
            [IconBolt, 'City gym', '5 outlets'],
          ] as const
        ).map(([Icon, name, text]) => (
          <li key={name}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            <span>{name}</span>
            <span className={classes.muted}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TabsCard() {
  return (
    <section className={`${classes.card} ${classes.wide}`} aria-label="Card with tabs">
      <Tabs defaultValue="where" keepMounted={false}>
        <Tabs.List aria-label="About the outlet">
          <Tabs.Tab value="where">Where</Tabs.Tab>
          <Tabs.Tab value="what">What</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="where" className={classes.body ?? ''}>
          <p>Beside the third pillar, between the benches. Two metres from the coffee bar.</p>
        </Tabs.Panel>
        <Tabs.Panel value="what" className={classes.body ?? ''}>
          <p>Two sockets, one screen of seven inches, a meter that reports with every charge.</p>
        </Tabs.Panel>
        <Tabs.Panel value="settings" className={classes.body ?? ''}>
          <Switch label="Rest at night" defaultChecked />
          <Switch label="Loud films" />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function SideCard() {
  const [isKept, setIsKept] = useState(false);
  return (
    <section className={`${classes.card} ${classes.side}`} aria-label="Card beside a picture">
      <div className={classes.sidePicture}>
        <DrawnScene kind="hills" />
      </div>
      <div className={classes.body}>
        <h3 className={classes.title}>Hill station</h3>
        <p>The bus waits an hour up here, and so does everybody’s telephone. Six outlets stand under the roof.</p>
        <div className={classes.row}>
          <Button size="xs" aria-pressed={isKept} onClick={() => setIsKept(!isKept)}>
            {isKept ? 'Kept' : 'Keep'}
          </Button>
          <span className={classes.caption}>Updated three minutes ago</span>
        </div>
      </div>
    </section>
  );
}

function PersonCard() {
  return (
    <section className={`${classes.card} ${classes.wide}`} aria-label="Card of a person">
      <div className={`${classes.body} ${classes.person}`}>
        <AvatarMark name="Anouk Meyer" tone={4} size={64} />
        <h3 className={classes.title}>Anouk Meyer</h3>
        <span className={classes.muted}>Looks after 34 outlets</span>
        <span className={classes.row}>
          <Badge tt="none" variant="light">
            Airports
          </Badge>
          <Badge tt="none" variant="light">
            Hotels
          </Badge>
        </span>
      </div>
    </section>
  );
}

/** Has the size of the loaded content. */
function LoadingCard() {
  return (
    <section className={`${classes.card} ${classes.wide}`} aria-label="Card that is loading" aria-busy="true">
      <div className={classes.body}>
        <Skeleton height={96} animate={false} />
        <Skeleton height={16} width="70%" animate={false} />
        <Skeleton height={12} animate={false} />
        <Skeleton height={12} width="85%" animate={false} />
      </div>
    </section>
  );
}
