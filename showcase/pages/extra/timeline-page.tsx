import { useState } from 'react';
import { ShowcasePage } from '../showcase-page.tsx';
import { FeedEntry } from './feed-entry.tsx';
import { FEED } from './sample-data/feed.ts';
import classes from './timeline.module.css';

/** A feed along a line in the middle; entries alternate between the sides. */
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
