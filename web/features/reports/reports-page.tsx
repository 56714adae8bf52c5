import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBookmark, IconDownload, IconX } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportMark } from '#contract/report-marks.ts';
import type { ReportDimension, ReportFilter, ReportThing } from '#contract/reports.ts';
import type { MailedFormat } from '#contract/saved-reports.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { holdsRight } from '#domain/organisation-right.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import { isReportMetric, type ReportMetric } from '#domain/report-metrics.ts';
import { periodWords } from '#domain/report-period.ts';
import { mayReport } from '#domain/report-rights.ts';
import { rowWords } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import { useAddressParts } from '../../lib/address-parts.ts';
import { formatDay } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { RANGES } from '../../lib/range-presets.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { AreaPanel } from './area-panel.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { Fold } from './fold.tsx';
import { HourHeatMap } from './hour-heat-map.tsx';
import { MetricCards } from './metric-cards.tsx';
import { cheapCardsOf, metricsOfFile, sideOf } from './metric-words.ts';
import { ReportChart, ReportChartSkeleton } from './report-chart.tsx';
import type { Removed } from './report-mark-plans.tsx';
import { chartUnit, explainedReport, switchedTo, toggled } from './report-questions.ts';
import { ReportRange } from './report-range.tsx';
import { type Filters, type ReportSearch, readFilters, writeFilters } from './report-search.ts';
import classes from './reports.module.css';
import { downloadReport, marksQuery, reportQuery } from './reports-api.ts';
import { reportsPageStrings as strings } from './reports-strings.ts';

const plans = () => import('./report-mark-plans.tsx');
const closeIt = ({ onClose }: { onClose: () => void }): void => onClose();
const NoteForm = lazyComponent(async () => (await plans()).NoteForm, closeIt);
const NoteRemoval = lazyComponent(async () => (await plans()).NoteRemoval, closeIt);

type ReportMarksProps = { marks: readonly ReportMark[]; day: string; canAdd: boolean };

/** Number of newest annotations shown before the user expands the list. */
const FEW = 1;

/** The annotations for the chart's days. Users can add and remove notes. */
function ReportMarks({ marks, day, canAdd }: ReportMarksProps) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? marks : marks.slice(-FEW);
  return (
    <div className={classes.happened} data-few={isWhole ? undefined : true}>
      {marks.length === 0 ? null : (
        <ul className={classes.marks} aria-label={strings.notes}>
          {shown.map(({ day: on, id, own, words }) => (
            <li key={`${on} ${id ?? words}`} title={isWhole ? undefined : words}>
              <span className={classes.happening}>{interpolate(strings.noteOnDay, { day: formatDay(on), words })}</span>{' '}
              {id !== null && own ? (
                <button type="button" className={classes.clear} onClick={() => setRemoved({ id, words })}>
                  {strings.removeNote}
                  <span className={classes.unseen}> {words}</span>
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {shown.length < marks.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {interpolate(strings.showAllNotes, { marks: counted(marks.length, NOUNS.entry) })}
        </Button>
      ) : null}
      {canAdd ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAdding(true)}>
          {strings.addNote}
        </Button>
      ) : null}
      <NoteForm day={day} isOpen={isAdding} onClose={() => setAdding(false)} />
      <NoteRemoval removed={removed} isOpen={removed !== null} onClose={() => setRemoved(null)} />
    </div>
  );
}

type ReportChipsProps = {
  filters: Filters;
  /** Returns a value's name if a table has returned it. */
  nameOf: (dimension: ReportFilter, id: string) => string;
  onRemove: (dimension: ReportFilter, id: string) => void;
  onClear: () => void;
};

/** The report's filters, each with a button that removes it. */
function ReportChips({ filters, nameOf, onRemove, onClear }: ReportChipsProps) {
  const chips = (Object.entries(filters) as [ReportFilter, readonly string[]][]).flatMap(([dimension, ids]) =>
    ids.map((id) => ({
      dimension,
      id,
      text: interpolate(strings.filter, { dimension: DIMENSIONS[dimension].label, name: nameOf(dimension, id) }),
    })),
  );
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={strings.filters}>
      {chips.map(({ dimension, id, text }) => (
        <li key={`${dimension} ${id}`}>
          <button
            type="button"
            className={classes.chip}
            aria-label={interpolate(strings.removeFilter, { filter: text })}
            onClick={() => onRemove(dimension, id)}
          >
            <span>{text}</span>
            <IconX size={14} stroke={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={onClear}>
          {strings.clearAll}
        </button>
      </li>
    </ul>
  );
}

const SaveReportForm = lazyComponent(
  async () => (await import('./save-report-plan.tsx')).SaveReportForm,
  ({ onClose }) => onClose(),
);

/** The page `/app/reports`, for every role: the dashboard's figures by time, place and sponsor. */
export function ReportsPage() {
  const user = useCurrentUser();
  const search = useSearch({ from: '/app/reports' });
  if (!user) return <LinesSkeleton lines={6} />;
  const holder = { role: user.role, standing: user.standing, isLinked: user.cid !== '' };
  const canNote = !user.demo && user.viewed_by === '' && holdsRight('manager', holder);
  return <Reports search={search} side={sideOf(user.role)} canNote={canNote} />;
}

const PANELS: readonly { readonly title: string; readonly dimensions: readonly ReportDimension[] }[] = [
  { title: strings.places, dimensions: ['venue', 'venue_type', 'state', 'outlet', 'customer'] },
  { title: strings.sponsors, dimensions: ['advertiser', 'campaign', 'flight'] },
  { title: strings.validAndInvalid, dimensions: ['reason'] },
];
const NAMED: readonly ReportThing[] = ['customer', 'venue', 'outlet', 'advertiser', 'campaign'];
const FORMATS: readonly MailedFormat[] = ['csv', 'xlsx', 'pdf'];
/**
 * Sorts the dimensions for a role. All of an advertiser's events have the same sponsor, the advertiser itself, so that
 * dimension is last.
 */
const inOrder = (dimensions: readonly ReportDimension[], side: Perspective): ReportDimension[] => {
  const own = dimensions.filter((dimension) => mayReport(side, dimension));
  return side === 'advertiser'
    ? own.sort((one, other) => Number(one === 'advertiser') - Number(other === 'advertiser'))
    : own;
};
/** Returns a table's metric. Reasons exist only for gross views, and uptime does not depend on the sponsor. */
function metricOf(dimensions: readonly ReportDimension[], chosen: ReportMetric): ReportMetric {
  if (dimensions.includes('reason')) return 'gross_views';
  return chosen === 'uptime' && dimensions.includes('advertiser') ? 'views' : chosen;
}

type Days = Parameters<typeof periodWords>[0];
/** Describes the report's days and, if present, the days of the comparison. */
const comparedPeriod = (period: Days, before: Days | undefined): string =>
  before === undefined
    ? periodWords(period)
    : interpolate(strings.periodCompared, { period: periodWords(period), before: periodWords(before) });

const NO_RANGE = { range: undefined, start: undefined, end: undefined };

function Reports({ search, side, canNote }: { search: ReportSearch; side: Perspective; canNote: boolean }) {
  const change = useAddressParts<ReportSearch>();
  const [isSaving, setSaving] = useState(false);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const filters = readFilters(search);
  const metric = isReportMetric(search.metric) && mayReport(side, search.metric) ? search.metric : 'views';
  const unit = chartUnit(search);
  const totals = useQuery(reportQuery(search, { dimensions: [], metrics: cheapCardsOf(side) }));
  const visitors = useQuery(reportQuery(search, { dimensions: [], metrics: ['visitors'] }));
  // A network's uptime is computed from every minute of every outlet, so load it only for a role or choice that needs
  // it.
  const uptime = useQuery({
    ...reportQuery(search, { dimensions: [], metrics: ['uptime'] }),
    enabled: metric === 'uptime' || side === 'property',
  });
  const part = { dimensions: [unit], metrics: [metric], limit: 1000 };
  const series = useQuery(reportQuery(search, part));
  const isSeries = series.data?.dimensions[0] === unit && series.data.metrics[0] === metric;
  const failed = [series, totals, visitors, uptime].filter(({ isError, data }) => isError && data === undefined);
  const missing = [
    ...(failed.includes(totals) ? cheapCardsOf(side) : []),
    ...(failed.includes(visitors) ? (['visitors'] as const) : []),
    ...(failed.includes(uptime) ? (['uptime'] as const) : []),
  ];
  const told = useNames(search, filters);
  const { period, compared_period: before } = totals.data ?? {};
  const { from = null, to = null } = period ?? {};
  const periodText = period === undefined ? '\u00a0' : comparedPeriod(period, before);
  const { data: marks = [] } = useQuery(marksQuery(from === null || to === null ? null : { from, to, tz: search.tz }));

  const toggle = (dimension: ReportFilter, id: string) =>
    change((now) => ({ filters: writeFilters(toggled(readFilters(now), dimension, id)) }));
  const filter = (dimension: ReportFilter, id: string, name: string) => {
    setNames((known) => ({ ...known, [`${dimension} ${id}`]: name }));
    toggle(dimension, id);
  };
  const nameOf = (dimension: ReportFilter, id: string) =>
    names[`${dimension} ${id}`] ?? told(dimension, id) ?? rowWords(dimension, { id, label: id });
  const setRange = (next: Pick<ReportSearch, 'range' | 'start' | 'end'>) => change({ ...NO_RANGE, ...next });
  useHotkeys(RANGES.map(({ value }, index) => [String(index + 1), () => setRange({ range: value })]));
  const notes = [
    ...new Set([...(totals.data?.notes ?? []), ...(visitors.data?.notes ?? []), ...(uptime.data?.notes ?? [])]),
  ];
  return (
    <>
      <PageTitle
        title={strings.reports}
        actions={
          <Fold label={strings.saveAndDownload}>
            {FORMATS.map((format) => (
              <Button
                key={format}
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() =>
                  void downloadReport(search, { dimensions: [unit], metrics: metricsOfFile(side, metric) }, format)
                }
              >
                {format.toUpperCase()}
              </Button>
            ))}
            <Button
              variant="default"
              leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => setSaving(true)}
            >
              {strings.save}
            </Button>
            <Button variant="subtle" component={Link} to="/app/saved-reports">
              {strings.savedReports}
            </Button>
          </Fold>
        }
      />
      <ReportRange
        search={search}
        period={period}
        onRange={setRange}
        onKnown={(date) => change({ known_on: date })}
        onCompare={(compare) => change({ compare })}
        onZone={(tz) => change({ tz })}
      />
      <ReportChips filters={filters} nameOf={nameOf} onRemove={toggle} onClear={() => change({ filters: undefined })} />
      <Panel label={strings.figuresOverTime} className={classes.main ?? ''}>
        <p className={classes.period} role="status">
          {totals.isPlaceholderData ? interpolate(strings.periodUpdating, { period: periodText }) : periodText}
        </p>
        <MetricCards
          side={side}
          chosen={metric}
          answers={[totals, visitors, uptime]}
          waiting={uptime.isEnabled ? [] : ['uptime']}
          missing={missing}
          onChoose={(next) => change({ metric: next })}
          explained={(one) => explainedReport(search, one)}
        />
        {isSeries && series.data ? (
          <StaleWhileRevalidating isKept={series.isPlaceholderData}>
            <ReportChart
              report={series.data}
              unit={unit}
              metric={metric}
              side={side}
              marks={marks}
              onDay={unit === 'day' ? (date) => setRange({ start: date, end: date }) : null}
            />
          </StaleWhileRevalidating>
        ) : failed.includes(series) ? null : (
          <ReportChartSkeleton />
        )}
        {failed.length === 0 ? null : (
          <ErrorState
            what={failed.includes(series) ? strings.reportLoadFailed : strings.figuresLoadFailed}
            message={failed[0]?.error?.message ?? strings.error}
            onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
            isRetrying={failed.some(({ isFetching }) => isFetching)}
          />
        )}
        <ReportMarks marks={marks} day={to ?? period?.today ?? ''} canAdd={canNote} />
      </Panel>
      <div className={classes.panels}>
        {PANELS.map(({ title, dimensions }) => (
          <BreakdownPanel
            key={title}
            title={title}
            dimensions={inOrder(dimensions, side)}
            metric={metricOf(dimensions, metric)}
            side={side}
            search={search}
            filters={filters}
            onFilter={filter}
            onSwitch={(dimension) => change((now) => ({ by: switchedTo(now, inOrder(dimensions, side), dimension) }))}
          />
        ))}
        <HourHeatMap
          title={strings.hoursOfTheWeek}
          metric={metricOf(['hour_of_week'], metric)}
          side={side}
          search={search}
        />
      </div>
      <AreaPanel
        area={filters.area?.[0]}
        outlets={(filters.outlet ?? []).map((eui) => ({ eui, name: nameOf('outlet', eui) }))}
        onOutlet={(eui, name) => filter('outlet', eui, name)}
        onArea={(area) =>
          change((now) => ({ filters: writeFilters({ ...readFilters(now), area: area === null ? [] : [area] }) }))
        }
      />
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      {isSaving ? <SaveReportForm search={search} side={side} onClose={() => setSaving(false)} /> : null}
    </>
  );
}

/** Finds names for the ids in the URL, for users who received the URL as a link. */
function useNames(search: ReportSearch, filters: ReturnType<typeof readFilters>) {
  const dimensions = NAMED.filter((dimension) => filters[dimension] !== undefined);
  const answers = useQueries({
    queries: dimensions.map((dimension) =>
      reportQuery(search, { dimensions: [dimension], metrics: ['views'], limit: 100 }),
    ),
  });
  return (dimension: ReportFilter, id: string): string | undefined => {
    const rows = answers[(dimensions as readonly ReportFilter[]).indexOf(dimension)]?.data?.data;
    return rows?.map(({ of }) => of[0]).find((one) => one?.id === id)?.label;
  };
}
