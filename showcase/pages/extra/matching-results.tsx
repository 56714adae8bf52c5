import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { MarkedTitle } from '../../../web/ui/marked-title.tsx';
import touch from '../../../web/ui/touch-targets.module.css';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { findResults, ORDERS, RESULTS_A_PAGE, type ResultFilter, TIMES } from './find-results.ts';
import { ResultCard } from './result-card.tsx';
import { ResultPager } from './result-pager.tsx';
import classes from './results.module.css';
import { RESULT_KINDS, RESULTS } from './sample-data/results.ts';

const LAYOUTS = [
  { value: 'grid', label: 'As a grid', Icon: IconLayoutGrid },
  { value: 'list', label: 'As a list', Icon: IconList },
] as const;

/** The sample results of the search page: sorted, filtered and paginated. */
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
