import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { formatCount } from '../../web/lib/formatters.ts';
import classes from './table-foot.module.css';

type TableFootProps = {
  /** The table's name. */
  label: string;
  pageIndex: number;
  pageSize: number;
  rowCount: number;
  pageSizes: readonly number[];
  /** Number of page links shown at once; default 5. */
  links?: number;
  onPage: (pageIndex: number) => void;
  onPageSize: (pageSize: number) => void;
};

/** Returns the pages to link: at most `links`, with the current page in the middle if possible. */
function shownPages(pageIndex: number, pageCount: number, links: number): number[] {
  const first = Math.max(0, Math.min(pageIndex - Math.floor(links / 2), pageCount - links));
  return Array.from({ length: Math.min(links, pageCount) }, (_, offset) => first + offset);
}

/** The visible range of rows, the page size, and page links. */
export function TableFoot({ label, pageIndex, pageSize, rowCount, links = 5, ...rest }: TableFootProps) {
  const { pageSizes, onPage, onPageSize } = rest;
  const id = useId();
  const pageCount = Math.max(1, Math.ceil(rowCount / pageSize));
  const from = rowCount === 0 ? 0 : pageIndex * pageSize + 1;
  const to = Math.min(rowCount, (pageIndex + 1) * pageSize);
  return (
    <div className={classes.foot}>
      <span role="status" className={classes.range}>
        {formatCount(from)}–{formatCount(to)} of {formatCount(rowCount)}
      </span>
      <label className={classes.pageSize} htmlFor={id}>
        Rows a page
        <NativeSelect
          id={id}
          size="xs"
          data={pageSizes.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
      </label>
      <nav className={classes.pages} aria-label={`Pages of ${label}`}>
        <button
          type="button"
          aria-label="Previous page"
          disabled={pageIndex === 0}
          onClick={() => onPage(pageIndex - 1)}
        >
          <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
        </button>
        {shownPages(pageIndex, pageCount, links).map((page) => (
          <button
            key={page}
            type="button"
            aria-label={`Page ${page + 1}`}
            aria-current={page === pageIndex ? 'page' : undefined}
            onClick={() => onPage(page)}
          >
            {page + 1}
          </button>
        ))}
        <button
          type="button"
          aria-label="Next page"
          disabled={pageIndex >= pageCount - 1}
          onClick={() => onPage(pageIndex + 1)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </nav>
    </div>
  );
}
