import classes from './results.module.css';

type ResultPagerProps = { page: number; pageCount: number; onPage: (page: number) => void };

/** Page links: Prev, five pages, Next. */
export function ResultPager({ page, pageCount, onPage }: ResultPagerProps) {
  const first = Math.max(0, Math.min(page - 2, pageCount - 5));
  const pages = Array.from({ length: Math.min(5, pageCount) }, (_, offset) => first + offset);
  return (
    <nav className={classes.pager} aria-label="Pages of sample results">
      <button type="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Prev
      </button>
      {pages.map((each) => (
        <button
          key={each}
          type="button"
          aria-label={`Page ${each + 1}`}
          aria-current={each === page ? 'page' : undefined}
          onClick={() => onPage(each)}
        >
          {each + 1}
        </button>
      ))}
      <button type="button" disabled={page >= pageCount - 1} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}
