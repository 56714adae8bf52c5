import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { formFor, type Noun } from '#domain/counted.ts';
import { formatCount } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import classes from './page-links.module.css';
import { pageLinksStrings as strings } from './ui-strings.ts';

/** Number of page links shown at once (docs/sample-pages.md#users-and-own-account). */
const LINKS = 5;

export type PageLinksProps = {
  /** What the rows are. */
  noun: Noun;
  page: number;
  limit: number;
  total: number;
  /** Formats the text about the visible rows; default: '1–10 of 96 users'. */
  says?: (from: number, to: number, total: number) => string;
  hrefOf: (page: number) => string;
  onPage: (page: number) => void;
  /** Shown between the range and the links. */
  beside?: ReactNode;
};

/** The visible range and total number of rows, with links to the pages around the current page. */
export function PageLinks({ noun, page, limit, total, says, hrefOf, onPage, beside }: PageLinksProps) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = Math.max(1, Math.min(page - Math.floor(LINKS / 2), pages - LINKS + 1));
  const shown = Array.from({ length: Math.min(LINKS, pages) }, (_, index) => first + index);
  const from = (page - 1) * limit + 1;
  const to = Math.min(total, from + limit - 1);
  const link = (number: number, content: ReactNode, label: string) => {
    const isThere = number >= 1 && number <= pages;
    const open = (event: MouseEvent): void => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onPage(number);
    };
    // Keeps the same element when disabled, so that a user who reaches the last page does not lose the focus.
    return (
      <a
        className={classes.link}
        role={isThere ? undefined : 'link'}
        href={isThere ? hrefOf(number) : undefined}
        aria-label={label}
        aria-current={number === page ? 'page' : undefined}
        aria-disabled={!isThere || undefined}
        data-off={!isThere || undefined}
        tabIndex={isThere ? undefined : -1}
        onClick={isThere ? open : undefined}
      >
        {content}
      </a>
    );
  };
  return (
    <div className={classes.foot} data-empty={total === 0 || undefined}>
      <p className={classes.count} role="status">
        {total === 0 ? interpolate(strings.none, { nouns: noun.other }) : null}
        {total > 0 && from <= total
          ? (says?.(from, to, total) ??
            interpolate(strings.range, {
              from: formatCount(from),
              to: formatCount(to),
              total: formatCount(total),
              nouns: formFor(total, noun),
            }))
          : null}
      </p>
      {beside}
      {pages > 1 || page > 1 ? (
        <nav aria-label={interpolate(strings.pagesOf, { nouns: noun.other })}>
          <ul className={classes.links}>
            <li>
              {link(Math.min(page - 1, pages), <IconChevronLeft size={16} aria-hidden="true" />, strings.previousPage)}
            </li>
            {shown.map((number) => (
              <li key={number}>{link(number, formatCount(number), interpolate(strings.page, { number }))}</li>
            ))}
            <li>{link(page + 1, <IconChevronRight size={16} aria-hidden="true" />, strings.nextPage)}</li>
          </ul>
        </nav>
      ) : null}
    </div>
  );
}
