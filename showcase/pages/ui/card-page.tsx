import '@mantine/core/styles/Rating.layer.css';
import { Button, Rating } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Column, Columns } from '../../ui/columns.tsx';
import { DrawnScene } from '../drawn-scene.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './card-page.module.css';
import { MoreCards } from './more-cards.tsx';

const TOUCHED = '(max-width: 767.98px), (pointer: coarse)';
const say = (message: string) => void showToast({ kind: 'info', message, key: 'card' });

/**
 * Five cards (docs/sample-pages.md#ui-pages): over a picture, below a picture, with a rating, with a corner badge, with
 * a price. Further kinds of content follow.
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
  // Half a star is the hit area.
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
