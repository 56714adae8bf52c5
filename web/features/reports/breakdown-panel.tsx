import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REPORT_THINGS, type ReportDimension, type ReportFilter, type ReportRow } from '#contract/reports.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import type { ReportMetric } from '#domain/report-metrics.ts';
import { rowWords } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { changeInWords, changeOf } from '../../lib/change-words.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { metricWords } from './metric-words.ts';
import { explainedReport } from './report-questions.ts';
import { type Filters, type ReportSearch, readBy } from './report-search.ts';
import classes from './reports.module.css';
import { downloadReport, reportQuery } from './reports-api.ts';
import { breakdownPanelStrings as strings } from './reports-strings.ts';

type BreakdownPanelProps = {
  title: string;
  /** The dimensions to choose from. The first is the default. */
  dimensions: readonly ReportDimension[];
  metric: ReportMetric;
  side: Perspective;
  search: ReportSearch;
  filters: Filters;
  onFilter: (dimension: ReportFilter, id: string, name: string) => void;
  onSwitch: (dimension: ReportDimension) => void;
};

const FEW_ROWS = 8;
/** Numbers of rows to choose from. */
const SIZES = [FEW_ROWS, 25, 50, 100] as const;

/** A table of the chosen metric by one dimension. A click on a row filters the report by that row. */
export function BreakdownPanel(props: BreakdownPanelProps) {
  const { title, dimensions, metric, side, search, filters, onFilter, onSwitch } = props;
  const by = readBy(search);
  const chosen = dimensions.find((dimension) => by.includes(dimension)) ?? dimensions[0] ?? 'customer';
  const [limit, setLimit] = useState<number>(FEW_ROWS);
  const [order, setOrder] = useState<Order>({ by: 'metric', isUp: false });
  const part = {
    dimensions: [chosen],
    metrics: [metric],
    sort: `${order.isUp ? '' : '-'}${order.by === 'metric' ? metric : chosen}`,
  };
  const { data, error, isError, isPlaceholderData, isFetching, refetch } = useQuery(
    reportQuery(search, { ...part, limit }),
  );
  const { format, label } = metricWords(metric, side);
  // Ignore placeholder data from the previous dimension, because its rows belong to that dimension.
  const report = data?.dimensions[0] === chosen ? data : undefined;
  const rows = report?.data ?? [];
  const highest = rows.reduce((most, { values }) => Math.max(most, values[metric] ?? 0), 0);
  const filter = REPORT_THINGS.find((one) => one === chosen);
  return (
    <Panel
      title={title}
      actions={
        <button
          type="button"
          className={classes.clear}
          aria-label={interpolate(strings.csvFor, { title })}
          onClick={() => void downloadReport(search, part, 'csv')}
        >
          {strings.csv}
        </button>
      }
    >
      {dimensions.length > 1 ? (
        <fieldset className={classes.tabs} aria-label={interpolate(strings.groupBy, { title })}>
          {dimensions.map((dimension) => (
            <button
              key={dimension}
              type="button"
              className={classes.tab}
              aria-pressed={dimension === chosen}
              onClick={() => onSwitch(dimension)}
            >
              {DIMENSIONS[dimension].label}
            </button>
          ))}
        </fieldset>
      ) : null}
      <div className={classes.table}>
        {report === undefined && isError ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : report === undefined ? (
          <LinesSkeleton lines={FEW_ROWS} lineHeight={33} />
        ) : rows.length === 0 && isPlaceholderData ? (
          // If the result for the previous range is empty, the result for this range may still have rows.
          <LinesSkeleton lines={FEW_ROWS} lineHeight={33} />
        ) : rows.length === 0 ? (
          <p className={classes.nothing}>{strings.empty}</p>
        ) : (
          <StaleWhileRevalidating isKept={isPlaceholderData}>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <SortedHead head={DIMENSIONS[chosen].label} by="name" order={order} onOrder={setOrder} />
                  <SortedHead head={label} by="metric" order={order} onOrder={setOrder} />
                  {report.compared_period === undefined ? null : <th scope="col">{strings.change}</th>}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row
                    key={row.of[0]?.id ?? ''}
                    row={row}
                    name={rowWords(chosen, row.of[0] ?? { id: '', label: '' })}
                    metric={metric}
                    format={format}
                    label={label}
                    share={highest > 0 ? Math.max(row.values[metric] ?? 0, 0) / highest : 0}
                    isChosen={filter !== undefined && (filters[filter]?.includes(row.of[0]?.id ?? '') ?? false)}
                    isCompared={report.compared_period !== undefined}
                    asked={explainedReport(search, metric, { dimension: chosen, id: row.of[0]?.id ?? '' })}
                    onFilter={filter === undefined ? null : (id, name) => onFilter(filter, id, name)}
                  />
                ))}
              </tbody>
            </table>
          </StaleWhileRevalidating>
        )}
        {report !== undefined && report.rows > FEW_ROWS ? (
          <label className={classes.size}>
            <select value={limit} onChange={({ currentTarget: { value } }) => setLimit(Number(value))}>
              {SIZES.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </select>{' '}
            {interpolate(strings.ofRows, { rows: report.rows })}
          </label>
        ) : null}
      </div>
    </Panel>
  );
}

type Order = { readonly by: 'name' | 'metric'; readonly isUp: boolean };
type SortedHeadProps = { head: string; by: Order['by']; order: Order; onOrder: (order: Order) => void };

/** A heading that sorts the table: numbers from the highest first, names from A first. */
function SortedHead({ head, by, order, onOrder }: SortedHeadProps) {
  const isOn = order.by === by;
  return (
    <th scope="col" aria-sort={isOn ? (order.isUp ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-on={isOn || undefined}
        onClick={() => onOrder({ by, isUp: isOn ? !order.isUp : by === 'name' })}
      >
        {head}
        {isOn ? <span aria-hidden="true">{order.isUp ? ' ↑' : ' ↓'}</span> : null}
      </button>
    </th>
  );
}

type RowProps = {
  row: ReportRow;
  name: string;
  metric: ReportMetric;
  label: string;
  format: (value: number) => string;
  /** The value relative to the highest row, 0 to 1. */
  share: number;
  isChosen: boolean;
  isCompared: boolean;
  /** The query that explains the figure; null if the figure is not a sum. */
  asked: ExplainAsked | null;
  onFilter: ((id: string, name: string) => void) | null;
};

function Row({ row, name, metric, label, format, share, isChosen, isCompared, asked, onFilter }: RowProps) {
  const value = row.values[metric];
  const before = row.compared?.[metric];
  const change = changeOf(value, before);
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <span className={classes.share} style={{ width: `${100 * share}%` }} aria-hidden="true" />
        {onFilter === null ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <button
            type="button"
            className={classes.name}
            aria-pressed={isChosen}
            title={isChosen ? interpolate(strings.removeFilter, { name }) : interpolate(strings.filterBy, { name })}
            onClick={() => onFilter(row.of[0]?.id ?? '', name)}
          >
            {name}
          </button>
        )}
      </th>
      <td>
        {value == null ? (
          '–'
        ) : (
          <ExplainedFigure
            value={format(value)}
            label={interpolate(strings.figureFor, { figure: label, name })}
            asked={value === 0 ? null : asked}
          />
        )}
      </td>
      {isCompared ? (
        <td className={classes.change}>{change === null || before == null ? '–' : changeInWords(change, before)}</td>
      ) : null}
    </tr>
  );
}
