import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { SearchField } from '../../../web/ui/search-field.tsx';
import { SHOWCASE_SECTIONS } from '../page-list.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './ui-index-page.module.css';

type Tone = 'quiet' | 'line' | 'brand' | 'ok' | 'late' | 'bad';
/** Left, top, width and height in a 160 × 80 picture, the shape's tone, and its corner radius. */
type Shape = readonly [x: number, y: number, width: number, height: number, tone: Tone, round?: number];

const DRAWINGS: Readonly<Record<string, readonly Shape[]>> = {
  alerts: [
    [24, 12, 112, 14, 'ok', 3],
    [24, 33, 112, 14, 'late', 3],
    [24, 54, 112, 14, 'bad', 3],
  ],
  badge: [
    [26, 32, 44, 16, 'brand', 8],
    [78, 32, 30, 16, 'ok', 8],
    [116, 32, 18, 16, 'bad', 8],
  ],
  buttons: [
    [24, 18, 52, 18, 'brand', 4],
    [84, 18, 52, 18, 'line', 4],
    [24, 44, 34, 18, 'ok', 4],
    [64, 44, 34, 18, 'late', 4],
    [104, 44, 32, 18, 'bad', 4],
  ],
  card: [
    [50, 8, 60, 64, 'line', 4],
    [50, 8, 60, 28, 'brand', 4],
    [56, 43, 40, 6, 'quiet', 3],
    [56, 54, 48, 5, 'quiet', 3],
  ],
  carousel: [
    [36, 14, 88, 42, 'brand', 4],
    [22, 30, 8, 10, 'quiet', 2],
    [130, 30, 8, 10, 'quiet', 2],
    [68, 64, 6, 6, 'brand', 3],
    [78, 64, 6, 6, 'quiet', 3],
    [88, 64, 6, 6, 'quiet', 3],
  ],
  jumbotron: [
    [20, 10, 120, 60, 'line', 4],
    [32, 22, 72, 10, 'quiet', 3],
    [32, 38, 92, 5, 'quiet', 3],
    [32, 50, 32, 12, 'brand', 3],
  ],
  icons: [0, 1, 2, 3, 4, 5, 6, 7].map(
    (n): Shape => [
      34 + (n % 4) * 26,
      18 + Math.floor(n / 4) * 26,
      16,
      16,
      n % 3 === 0 ? 'brand' : 'quiet',
      n % 2 === 0 ? 8 : 3,
    ],
  ),
  'list-groups': [0, 1, 2, 3].map((n): Shape => [44, 8 + n * 17, 72, 12, n === 1 ? 'brand' : 'line', 3]),
  modal: [
    [16, 8, 128, 64, 'quiet', 4],
    [44, 18, 72, 44, 'line', 4],
    [52, 25, 36, 6, 'quiet', 3],
    [86, 47, 24, 10, 'brand', 3],
  ],
  nav: [
    [24, 32, 28, 14, 'brand', 4],
    [58, 36, 22, 6, 'quiet', 3],
    [90, 36, 22, 6, 'quiet', 3],
    [120, 36, 18, 6, 'quiet', 3],
  ],
  navbar: [
    [16, 28, 128, 24, 'brand', 4],
    [24, 37, 22, 6, 'line', 3],
    [92, 37, 18, 6, 'line', 3],
    [116, 37, 18, 6, 'line', 3],
  ],
  notifications: [
    [64, 10, 80, 24, 'line', 4],
    [70, 18, 8, 8, 'ok', 4],
    [84, 19, 50, 6, 'quiet', 3],
    [64, 42, 80, 24, 'line', 4],
    [70, 50, 8, 8, 'bad', 4],
    [84, 51, 42, 6, 'quiet', 3],
  ],
  popovers: [
    [42, 10, 76, 34, 'line', 4],
    [50, 18, 40, 6, 'quiet', 3],
    [50, 30, 58, 5, 'quiet', 3],
    [58, 54, 44, 16, 'brand', 4],
  ],
  progress: [
    [24, 20, 112, 8, 'quiet', 4],
    [24, 20, 84, 8, 'brand', 4],
    [24, 38, 112, 8, 'quiet', 4],
    [24, 38, 48, 8, 'ok', 4],
    [24, 56, 112, 8, 'quiet', 4],
    [24, 56, 100, 8, 'late', 4],
  ],
  'tabs-accordion': [
    [24, 12, 30, 12, 'brand', 3],
    [58, 12, 30, 12, 'quiet', 3],
    [92, 12, 30, 12, 'quiet', 3],
    [24, 28, 112, 40, 'line', 3],
  ],
};
const OTHER: readonly Shape[] = [
  [40, 33, 14, 14, 'quiet', 3],
  [60, 33, 14, 14, 'brand', 3],
  [80, 33, 14, 14, 'quiet', 3],
  [100, 33, 14, 14, 'quiet', 3],
];

/** A sketch of a component. `name` is the last segment of its page's path. */
function PartDrawing({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 160 80" className={classes.drawing} aria-hidden="true">
      {(DRAWINGS[name] ?? OTHER).map(([x, y, width, height, tone, round = 0], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a picture never change
        <rect key={index} x={x} y={y} width={width} height={height} rx={round} data-tone={tone} />
      ))}
    </svg>
  );
}

const PAGES = SHOWCASE_SECTIONS.flatMap(({ entries }) => entries)
  .flatMap((entry) => ('links' in entry ? entry.links : []))
  .filter(({ to }) => to.startsWith('/app/ui/'));

/** Each component's purpose, by the last segment of its page's path. */
const PURPOSES: Readonly<Record<string, string>> = {
  alerts: 'Says how something stands, and stays until it is read.',
  badge: 'A word or a number that belongs to something else.',
  buttons: 'What acts: tones, sizes, groups, menus.',
  card: 'One thing, and what can be done with it.',
  carousel: 'One after the other, by swipe, arrows or keys.',
  jumbotron: 'The head of a page that has one thing to say.',
  icons: 'Some eleven hundred, each with its name to copy.',
  'list-groups': 'Lists in an order that the reader makes.',
  modal: 'A question that has to be answered first.',
  nav: 'Where to go: rows, trees, steps, trails.',
  navbar: 'The bar on top; on a phone it folds.',
  notifications: 'News that come and go, with an answer to give.',
  popovers: 'More about something, on a click or a hover.',
  progress: 'How far it is, as a bar.',
  'tabs-accordion': 'Parts of which one is read at a time.',
};

const lastWord = (path: string): string => path.split('/').at(-1) ?? '';

/** All UI component pages, each with a drawing and its purpose. A search filters them. */
export function UiIndexPage() {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = PAGES.filter(({ label, to, words: more }) =>
    `${label} ${more} ${PURPOSES[lastWord(to)] ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <ShowcasePage title="UI - **Elements**" lead="The parts the screens are made of, each with samples to try.">
      <div className={classes.search}>
        <SearchField label="Find a part" value={words} onSearch={setWords} />
        <span role="status">
          {found.length} of {PAGES.length} parts
        </span>
      </div>
      {found.length === 0 ? (
        <EmptyState title={`No part is called “${words.trim()}”`}>
          Try a shorter word, such as “bar” or “list”.
        </EmptyState>
      ) : null}
      <ul className={classes.pages}>
        {found.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={classes.page}>
              <PartDrawing name={lastWord(to)} />
              <span className={classes.label}>{label}</span>
              <span className={classes.words}>{PURPOSES[lastWord(to)]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ShowcasePage>
  );
}
