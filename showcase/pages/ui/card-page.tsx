import '@mantine/core/styles/Rating.layer.css';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import { Badge, Button, Progress, Rating, Skeleton, Switch, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBolt, IconBuilding, IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { TrendLine } from '../../ui/charts/trend-line.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { AvatarMark } from '../avatar-mark.tsx';
import { DrawnScene } from '../drawn-scene.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './card-page.module.css';

const TOUCHED = '(max-width: 767.98px), (pointer: coarse)';
const say = (message: string) => void showToast({ kind: 'info', message, key: 'card' });

/**
 * Five cards (docs/sample-pages.md#ui-pages): over a picture, below a picture, with a rating, with a corner badge, with
 * a price. More kinds of content follow.
 */
export function CardPage() {
  return (
    <ShowcasePage
      title="Cards - **Examples**"
      lead="A card holds one thing and what can be done with it. It takes the width it is given and grows with its content."
    >
      <BannerCard />
      <Columns>
        <Column md={6} lg={4}>
          <ImageTopCard />
        </Column>
        <Column md={6} lg={4}>
          <RatingCard />
          <BadgeCard />
        </Column>
        <Column md={6} lg={4}>
          <PriceCard />
        </Column>
      </Columns>
      <MoreCards />
    </ShowcasePage>
  );
}

function BannerCard() {
  return (
    <article className={classes.banner}>
      <DrawnScene kind="night" className={classes.behind ?? ''} />
      <div className={classes.over}>
        <p className={classes.date}>21 November</p>
        <h2 className={classes.bannerTitle}>A night without one dark outlet</h2>
        <p>The mountain huts charged headlamps from dusk to dawn, and every meter reported in time.</p>
        <Button color="danger" radius="xl" onClick={() => say('The story is saved for later.')}>
          Read later
        </Button>
      </div>
    </article>
  );
}

function Picture({ children, scene }: { children?: ReactNode; scene: ReactNode }) {
  return (
    <div className={classes.picture}>
      {scene}
      {children}
    </div>
  );
}

function ImageTopCard() {
  const [isFollowed, setIsFollowed] = useState(false);
  return (
    <article className={classes.card}>
      <Picture scene={<DrawnScene kind="pier" />} />
      <div className={classes.body}>
        <h2 className={classes.title}>Pier 4</h2>
        <p>Twelve outlets along the water, one for each bench. Most views come between four and seven.</p>
        <div className={classes.centre}>
          <Button aria-pressed={isFollowed} onClick={() => setIsFollowed(!isFollowed)}>
            {isFollowed ? 'Following' : 'Follow'}
          </Button>
        </div>
      </div>
    </article>
  );
}

function RatingCard() {
  const [rating, setRating] = useState(3.5);
  // Each half of a star is a hit area.
  const isTouched = useMediaQuery(TOUCHED, window.matchMedia(TOUCHED).matches);
  return (
    <article className={classes.card}>
      <div className={classes.body}>
        <div className={classes.row}>
          <Button variant="subtle" size="compact-sm" onClick={() => say('The reviews of the reading room.')}>
            Reviews
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => say('The reading room, second floor.')}>
            Directions
          </Button>
        </div>
        <h2 className={classes.title}>Reading room</h2>
        <div className={classes.row}>
          <Rating
            value={rating}
            onChange={setRating}
            fractions={2}
            size={isTouched ? 48 : 24}
            color="warning"
            getSymbolLabel={(value) => `${value} of 5 stars`}
          />
          <span className={classes.muted}>342 reviews</span>
          <strong className="vb-figures">69%</strong>
        </div>
        <Button fullWidth variant="default" onClick={() => say('Thank you, your rating counts.')}>
          Rate
        </Button>
      </div>
    </article>
  );
}

function BadgeCard() {
  return (
    <article className={classes.card}>
      <Picture scene={<DrawnScene kind="forest" label="Firs before a low sun" />}>
        <span className={classes.corner}>New</span>
      </Picture>
      <div className={classes.body}>
        <h2 className={classes.title}>Forest lodge</h2>
      </div>
    </article>
  );
}

function PriceCard() {
  const [isInBag, setIsInBag] = useState(false);
  return (
    <article className={classes.card}>
      <Picture scene={<DrawnScene kind="dunes" />} />
      <div className={classes.body}>
        <p className={classes.category}>Campaigns</p>
        <h2 className={classes.title}>Week at the dunes</h2>
        <p className={classes.row}>
          <strong className={classes.price}>$ 1,250.00</strong>
          <span className={classes.muted}>for seven days</span>
        </p>
        <Button color="success" fullWidth aria-pressed={isInBag} onClick={() => setIsInBag(!isInBag)}>
          {isInBag ? 'In your plan' : 'Add to plan'}
        </Button>
      </div>
    </article>
  );
}

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
function MoreCards() {
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

/** A placeholder with the loaded content's size. */
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
