import { Button } from '@mantine/core';
import { IconLayoutGrid, IconList, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { MarkedTitle } from '../../../web/ui/marked-title.tsx';
import touch from '../../../web/ui/touch-targets.module.css';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import classes from './results.module.css';
import { RESULT_KINDS, RESULTS, type ResultKind, type SampleResult } from './sample-data/results.ts';

const LAYOUTS = [
  { value: 'grid', label: 'As a grid', Icon: IconLayoutGrid },
  { value: 'list', label: 'As a list', Icon: IconList },
] as const;

/** The search page's sample results: sorted, filtered and paginated. */
export function MatchingResults() {
  const [filter, setFilter] = useState<ResultFilter>({ order: 'Popular', time: 'All Time', kind: null });
  const [layout, setLayout] = useState<'grid' | 'list'>('grid');
  const [page, setPage] = useState(0);
  const found = findResults(RESULTS, filter);
  const change = (part: Partial<ResultFilter>): void => {
    setFilter({ ...filter, ...part });
    setPage(0);
  };
  return (
    <section className={`${classes.results} ${touch.touch}`} aria-labelledby="matching-results">
      <h2 className={classes.title} id="matching-results">
        <MarkedTitle text="Matching - **Results**" />
      </h2>
      <div className={classes.toolbar}>
        <ChoiceMenu label="Order" choices={ORDERS} chosen={filter.order} onChoose={(order) => change({ order })} />
        <ChoiceMenu label="Time" choices={TIMES} chosen={filter.time} onChoose={(time) => change({ time })} />
        <fieldset className={classes.layouts} aria-label="Layout">
          {LAYOUTS.map(({ value, label, Icon }) => (
            <button
              key={value}
              type="button"
              aria-label={label}
              aria-pressed={layout === value}
              onClick={() => setLayout(value)}
            >
              <Icon size={18} stroke={1.75} aria-hidden="true" />
            </button>
          ))}
        </fieldset>
      </div>
      <div className={classes.columns}>
        <div>
          <p className={classes.count} role="status">
            About {found.length} sample {found.length === 1 ? 'result' : 'results'} (0.39 sec.)
          </p>
          <ul className={classes.list} data-layout={layout}>
            {found.slice(page * RESULTS_A_PAGE, (page + 1) * RESULTS_A_PAGE).map((result) => (
              <li key={result.id}>
                <ResultCard result={result} layout={layout} />
              </li>
            ))}
          </ul>
          <ResultPager page={page} pageCount={Math.ceil(found.length / RESULTS_A_PAGE)} onPage={setPage} />
        </div>
        <KindFilter chosen={filter.kind} onChoose={(kind) => change({ kind })} />
      </div>
    </section>
  );
}

function KindFilter({
  chosen,
  onChoose,
}: {
  chosen: ResultFilter['kind'];
  onChoose: (kind: ResultFilter['kind']) => void;
}) {
  return (
    <aside className={classes.filters} aria-labelledby="results-filtering">
      <h3 className={classes.filterTitle} id="results-filtering">
        <MarkedTitle text="Results **Filtering**" />
      </h3>
      <ul>
        {RESULT_KINDS.map(({ kind, count, isCountShown }) => (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={chosen === kind}
              onClick={() => onChoose(chosen === kind ? null : kind)}
            >
              {kind}
              {isCountShown ? <span className={classes.kindCount}>{count}</span> : null}
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}

const ORDERS = ['All', 'Popular', 'Interesting', 'Latest'] as const;
type ResultOrder = (typeof ORDERS)[number];
const TIMES = ['All Time', 'Last 24h', 'Last Month', 'Last Year'] as const;
type ResultTime = (typeof TIMES)[number];

const RESULTS_A_PAGE = 4;
const HOURS: Record<ResultTime, number> = {
  'All Time': Infinity,
  'Last 24h': 24,
  'Last Month': 730,
  'Last Year': 8_760,
};

const COMPARE: Record<ResultOrder, (one: SampleResult, other: SampleResult) => number> = {
  All: (one, other) => one.id - other.id,
  Popular: (one, other) => other.popularity - one.popularity,
  Interesting: (one, other) => other.interest - one.interest,
  Latest: (one, other) => one.ageHours - other.ageHours,
};

type ResultFilter = { readonly order: ResultOrder; readonly time: ResultTime; readonly kind: ResultKind | null };

export const findResults = (all: readonly SampleResult[], { order, time, kind }: ResultFilter): SampleResult[] =>
  all
    .filter((result) => result.ageHours <= HOURS[time] && (kind === null || result.kind === kind))
    .sort(COMPARE[order]);

type ResultPagerProps = { page: number; pageCount: number; onPage: (page: number) => void };

/** Page links: Prev, five pages, Next. */
function ResultPager({ page, pageCount, onPage }: ResultPagerProps) {
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

/** One sample result. "Learn More" expands it. */
function ResultCard({ result, layout }: { result: SampleResult; layout: 'grid' | 'list' }) {
  const { title, picture, place, description, price, per, isBestDeal = false, kind } = result;
  const [isOpen, setIsOpen] = useState(false);
  const toggle = (): void => setIsOpen(!isOpen);
  return (
    <article className={classes.card} data-layout={layout} aria-label={title}>
      <img src={picture} alt="" width={640} height={440} />
      <div className={classes.cardText}>
        <h3 className={classes.cardTitle}>
          <button type="button" onClick={toggle}>
            {title}
          </button>
          {isBestDeal ? <span className={classes.deal}>Best Deal!</span> : null}
        </h3>
        <p className={classes.place}>
          <IconMapPin size={14} stroke={1.75} aria-hidden="true" /> {place}
        </p>
        <p className={classes.description}>{description}</p>
        {isOpen ? <p className={classes.description}>A made-up place of the group {kind}; nobody lets it.</p> : null}
      </div>
      <div className={classes.price}>
        <strong>$ {price}</strong>
        <span>per {per}</span>
        <Button size="xs" variant="default" aria-expanded={isOpen} aria-label={`Learn More: ${title}`} onClick={toggle}>
          Learn More
        </Button>
      </div>
    </article>
  );
}
