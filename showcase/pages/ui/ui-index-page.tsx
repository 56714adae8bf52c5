import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { SearchField } from '../../../web/ui/search-field.tsx';
import { SHOWCASE_SECTIONS } from '../page-list.ts';
import { ShowcasePage } from '../showcase-page.tsx';
import { PartDrawing } from './ui-index-drawings.tsx';
import classes from './ui-index-page.module.css';

const PAGES = SHOWCASE_SECTIONS.flatMap(({ entries }) => entries)
  .flatMap((entry) => ('links' in entry ? entry.links : []))
  .filter(({ to }) => to.startsWith('/app/ui/'));

/** The purpose of each component, by the last part of its address. */
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

/** All pages of UI components with a drawing and their purpose; a search filters them. */
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
