import type { ReactNode } from 'react';
import classes from './sample-headings.module.css';

const LEVELS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The six heading sizes. `content` returns the content for each; `colours` are their colors from first to last. */
export function SampleHeadings({
  content,
  colours,
}: {
  content: (level: number) => ReactNode;
  colours?: readonly string[];
}) {
  return LEVELS.map((Heading, position) => {
    const colour = colours?.[position];
    return (
      <Heading
        key={Heading}
        className={`${classes.heading} ${classes[Heading]}`}
        {...(colour === undefined ? {} : { style: { color: colour } })}
      >
        {content(position + 1)}
      </Heading>
    );
  });
}
