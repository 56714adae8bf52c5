import { IconBolt, IconCloudRain, IconMap, IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './grid.module.css';
import { NEW_NEWS, NEWS, type NewsItem } from './grid-sample-data.ts';

const ICONS = { bolt: IconBolt, cloud: IconCloudRain, map: IconMap, star: IconStar } as const;
type Dated = NewsItem & { readonly date: Date };

const dated = (item: NewsItem): Dated => ({ ...item, date: new Date(Date.now() - item.minutesAgo * MINUTE_MS) });

/** Three items. A reload adds a fourth item at the top. */
export function NewsWidget() {
  const [items, setItems] = useState<readonly Dated[]>(() => NEWS.map(dated));
  return (
    <Widget
      title={
        <>
          News <span className={classes.pill}>17</span>
        </>
      }
      label="News"
      controls="custom"
      close
      collapse
      fullscreen
      reload
      prompt
      onReload={() => setItems([dated(NEW_NEWS), ...items.filter(({ title }) => title !== NEW_NEWS.title)])}
    >
      <ul className={classes.rows}>
        {items.map(({ title, description, background, icon, date }) => {
          const Icon = ICONS[icon];
          return (
            <li key={title} className={title === NEW_NEWS.title ? `${classes.row} ${classes.isNew}` : classes.row}>
              <span className={classes.newsIcon} data-tone={background}>
                <Icon size={20} stroke={1.75} aria-hidden="true" />
              </span>
              <div className={classes.rowText}>
                <strong>{title}</strong>
                <span>{description}</span>
                <time className={classes.time} dateTime={date.toISOString()}>
                  {momentText(date)}
                </time>
              </div>
            </li>
          );
        })}
      </ul>
    </Widget>
  );
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short' });
const two = (number: number): string => String(number).padStart(2, '0');

/** Formats a time as "MMM DD, hh:mm:ss" on a twelve-hour clock, for the news panel. */
export function momentText(date: Date): string {
  const hour = date.getHours() % 12 || 12;
  return `${MONTH.format(date)} ${two(date.getDate())}, ${two(hour)}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
