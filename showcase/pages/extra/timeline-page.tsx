import { IconMapPin, IconMessage, IconToolsKitchen2, IconUser } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { PostFoot } from '../../ui/post-foot.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import photo from './pictures/nature-lake.svg';
import { FEED, type FeedItem } from './sample-data/feed.ts';
import classes from './timeline.module.css';

/** A feed along a line in the middle. Entries alternate between the two sides. */
export function TimelinePage() {
  const [now] = useState(() => new Date());
  return (
    <ShowcasePage title="Events - **Feed**">
      <ol className={classes.feed}>
        {FEED.map((entry, index) => (
          <li key={entry.id} className={classes.item} data-side={index % 2 === 0 ? 'left' : 'right'}>
            <FeedEntry entry={entry} now={now} />
          </li>
        ))}
      </ol>
    </ShowcasePage>
  );
}

const FeedMap = lazy(() => import('./feed-map.tsx').then(({ FeedMap: component }) => ({ default: component })));

const ICONS = { place: IconMapPin, chat: IconMessage, cutlery: IconToolsKitchen2, person: IconUser } as const;

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

function ageInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** A feed entry: time and kind on the line, the card beside it. */
function FeedEntry({ entry, now }: { entry: FeedItem; now: Date }) {
  const at = new Date(now.getTime() - entry.minutesAgo * MINUTE_MS);
  const [day, time] = [at.getDate() === now.getDate() ? 'today' : 'yesterday', TIME.format(at)];
  const Icon = ICONS[entry.icon];
  return (
    <>
      <div className={classes.when}>
        <span>{day}</span>
        <strong>{time}</strong>
      </div>
      <span className={classes.icon} data-tone={entry.tone}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <article className={classes.card} aria-label={`${entry.author}, ${day} ${time}`}>
        <header className={classes.head}>
          <PersonPicture name={entry.author} />
          <div>
            <p className={classes.author}>
              <strong>{entry.author}</strong> <span className={classes.meta}>{entry.handle}</span>
            </p>
            <p className={classes.meta}>
              <time dateTime={at.toISOString()}>{DATE.format(at)}</time>, {entry.place}
            </p>
          </div>
        </header>
        <Body entry={entry} />
      </article>
    </>
  );
}

function Body({ entry }: { entry: FeedItem }) {
  const { heading, text, more, hasMap = false, hasPhoto = false, likers = [], comments } = entry;
  return (
    <>
      {heading === undefined ? null : <h2 className={classes.heading}>{heading}</h2>}
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      {more === undefined ? null : <ReadMore text={more} />}
      {hasPhoto ? (
        <img className={classes.photo} src={photo} alt="A lake before mountains" width={640} height={440} />
      ) : null}
      {hasMap ? (
        <Suspense fallback={<div className={classes.mapPlace} />}>
          <FeedMap />
        </Suspense>
      ) : null}
      <div className={classes.foot}>
        <PostFoot age={ageInWords(entry.minutesAgo)} likers={likers} comments={comments} />
      </div>
    </>
  );
}

function ReadMore({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { place, change } = useKeptFocus<HTMLParagraphElement>();
  if (isOpen)
    return (
      <p className={classes.text} {...place}>
        {text}
      </p>
    );
  return (
    <button
      type="button"
      className={classes.readMore}
      aria-expanded={false}
      onClick={() => change(() => setIsOpen(true))}
    >
      Read more...
    </button>
  );
}
