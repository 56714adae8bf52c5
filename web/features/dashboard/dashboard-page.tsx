import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Role } from '#contract/common.ts';
import type { CustomerList as CustomerPage, Summary } from '#contract/list.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';
import { DEFAULT_ENERGY_COST_PER_KWH } from '#domain/constants.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { useAddressParts } from '../../lib/address-parts.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SpinnerMark } from '../../ui/spinner.tsx';
import { customersQuery, firstStepsQuery, summaryQuery } from './dashboard-api.ts';
import { type CustomerFilter, DASHBOARD, type RangeOfDay } from './dashboard-keys.ts';
import classes from './dashboard-page.module.css';
import { type DashboardSearch, openIds, toggledOpen } from './dashboard-search.ts';
import { dashboardPageStrings as strings } from './dashboard-strings.ts';
import { type DashboardView, DashboardViewContext } from './dashboard-view.ts';
import { type RangeParameters, rangeParameters } from './date-range.ts';
import { isMapEmpty } from './is-map-empty.ts';
import { LiveIndicator } from './live-indicator.tsx';
import { MidnightRollover } from './midnight-rollover.tsx';
import { OutletMapCard } from './outlet-map-card.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import { PeriodLabel } from './period-label.tsx';
import { RangeFilter } from './range-filter.tsx';
import { SummaryCard } from './summary-card.tsx';
import { useLiveChanges } from './use-live-changes.ts';
import { perspectiveOfRole, wordingOf } from './wording.ts';

type Beginning = {
  /** Whether the state of the network is loaded. The map waits until it is. */
  readonly isKnown: boolean;
  readonly steps: readonly OnboardingStep[];
  /** Where the checklist is shown: in place of the map, above the overview, or nowhere. */
  readonly place: 'map' | 'above' | null;
  /** Hides the checklist permanently in this browser; undefined while the checklist explains the empty screen. */
  readonly hide: (() => void) | undefined;
};

/**
 * Manages a new network's checklist and where it is shown. Steps are checked off automatically; the dashboard then
 * refetches its data.
 */
function useOnboarding(role: Role): Beginning {
  const client = useQueryClient();
  const [isHidden, setHidden] = useStoredFlag('firstSteps', 'hidden');
  const { data, isPending } = useQuery(firstStepsQuery(isHidden));
  const [wasOpen, setWasOpen] = useStoredFlag('firstStepsShown', 'yes');
  const steps = data?.data ?? [];
  const done = data ? steps.filter((step) => step.done).length : null;
  const lastDone = useRef(done);
  useEffect(() => {
    // Refetch figures, map and cards, which lack the new entries because live changes report only events.
    if (lastDone.current !== null && done !== null && done > lastDone.current)
      void client.invalidateQueries({ queryKey: DASHBOARD });
    lastDone.current = done;
  }, [client, done]);
  const isFinished = done === steps.length;
  const isBare = isMapEmpty(steps, role);
  const isAdmin = role === 'admin';
  const isUnderWay = isAdmin && done !== null && !isFinished;
  // Stored in the browser, because users usually complete the last step on another screen, and then return to see that
  // all steps are done.
  useEffect(() => {
    if (isUnderWay && !wasOpen) setWasOpen(true);
  }, [isUnderWay, wasOpen, setWasOpen]);
  const hide = (): void => {
    setHidden(true);
    setWasOpen(false);
  };
  const isWanted = isAdmin ? !isHidden && (!isFinished || wasOpen) : !isFinished;
  return {
    isKnown: !isPending,
    steps,
    place: isBare ? 'map' : isWanted && steps.length > 0 ? 'above' : null,
    hide: isAdmin && !isBare ? hide : undefined,
  };
}

const OutletsModal = lazyComponent(
  async () => (await import('./outlets-modal.tsx')).OutletsModal,
  ({ onClose }) => onClose(),
);

// Loaded separately, so that the first figures do not wait for this code.
const firstStepsCode = () => import('./onboarding-checklist.tsx');
const listToolbarCode = () => import('./list-toolbar.tsx');
// Loads in parallel with the customer data.
const customerListCode = () => import('./customer-list.tsx');

/** The `open` value that keeps a single card at half width. */
const NONE_OPEN = 'none';

/** The page `/app/main/dashboard`, for every role (docs/specification.md#dashboard). */
export function DashboardPage() {
  const user = useCurrentUser();
  const search = useSearch({ from: '/app/main/dashboard' });
  const { data: config } = useQuery(publicConfigQuery);
  if (!user)
    return (
      <p className={classes.loading} role="status">
        <SpinnerMark /> {strings.loading}
      </p>
    );
  const dollarsPerKwh = config?.energy_cost_per_kwh ?? DEFAULT_ENERGY_COST_PER_KWH;
  return (
    <Dashboard
      search={search}
      reader={{ role: user.role, perspective: perspectiveOfRole(user.role), dollarsPerKwh }}
      mapStyleUrl={config?.map_style_url ?? ''}
    />
  );
}

/**
 * Returns the summary without its figures. The figures change with each event, but the page must not render again for
 * each event.
 */
function headsOf({ customers, outlets, outlets_by_status, period: { today_ends_in: _, ...period } }: Summary) {
  return { customers, outlets, period, ...(outlets_by_status === undefined ? {} : { outlets_by_status }) };
}
type Heads = ReturnType<typeof headsOf>;

const periodOf = ({ pages }: { pages: readonly CustomerPage[] }) => pages[0]?.period;

/** Formats the count beside the heading, with the noun for the user's role. */
function countOf({ customers, outlets }: Heads, perspective: DashboardView['perspective']): string {
  const [count, noun] = perspective === 'property' ? [outlets, NOUNS.outlet] : [customers, NOUNS.customer];
  return counted(count, noun);
}

/**
 * Returns the part of the range's summary that the page itself shows. Also returns the range with the number of days
 * that have ended since the page was opened.
 */
function useHeads(parameters: RangeParameters) {
  const [turn, setTurn] = useState(0);
  const range: RangeOfDay = useMemo(() => ({ parameters, turn }), [parameters, turn]);
  const { data: heads, isPlaceholderData } = useQuery({ ...summaryQuery(range), select: headsOf });
  return { range, heads, isKept: isPlaceholderData, setTurn };
}

const NO_RANGE = { range: undefined, start: undefined, end: undefined, known_on: undefined };

type DashboardProps = {
  search: DashboardSearch;
  reader: Pick<DashboardView, 'role' | 'perspective' | 'dollarsPerKwh'>;
  mapStyleUrl: string;
};

function Dashboard({ search, reader, mapStyleUrl }: DashboardProps) {
  const step = useAddressParts<DashboardSearch>();
  const change: typeof step = useCallback((parts) => step(parts, { replace: true }), [step]);
  const drawnCards = useRef<ReadonlySet<string>>(new Set());
  const parameters = useMemo(() => rangeParameters(search), [search]);
  const { range, heads, isKept, setTurn } = useHeads(parameters);
  const filter: CustomerFilter = { q: search.q ?? '', sort: search.sort ?? 'name', range };
  // The map's code loads after the cards, regardless of which data arrives first.
  const {
    data: period,
    isFetched: areCardsThere,
    isPlaceholderData: areCardsKept,
  } = useInfiniteQuery({ ...customersQuery(filter), select: periodOf });
  // The code of the parts around the cards, and the code that refreshes the figures, loads after the cards. Space for
  // these parts is reserved.
  const { code: cards, hasFailed: areCardsAway, retry: fetchCards } = useLazyModule(customerListCode, true);
  const [areCardsDrawn, setAreCardsDrawn] = useState(false);
  const noteDrawn = useCallback(() => setAreCardsDrawn(true), []);
  const isAroundWanted = areCardsDrawn || areCardsAway;
  const live = useLiveChanges(drawnCards, isAroundWanted);
  const { role, perspective, dollarsPerKwh } = reader;
  // Memoized because every part reads this object, and a new object would render all cards again.
  const view: DashboardView = useMemo(
    () => ({ role, perspective, dollarsPerKwh, range, period }),
    [role, perspective, dollarsPerKwh, range, period],
  );
  const { eui, outlet, q, sort } = search;
  const open = openIds(search);
  const toggle = useCallback(
    (id: string, isOnlyOne: boolean) =>
      change((now) => ({
        open: isOnlyOne ? (now.open === NONE_OPEN ? undefined : NONE_OPEN) : toggledOpen(now, id),
      })),
    [change],
  );
  const { heading } = wordingOf(view.perspective);
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const beginning = useOnboarding(reader.role);
  const { code: steps } = useLazyModule(firstStepsCode, beginning.place !== null);
  const {
    code: toolbar,
    hasFailed: isToolbarAway,
    retry: fetchToolbar,
  } = useLazyModule(listToolbarCode, isAroundWanted);
  const firstSteps =
    beginning.place && steps ? <steps.OnboardingChecklist key="first" role={reader.role} {...beginning} /> : null;
  const overview = <SummaryCard key="overview" />;
  const map = (
    <OutletMapCard
      key="map"
      isWanted={isAroundWanted}
      mayDraw={areCardsThere && beginning.isKnown}
      mapStyleUrl={mapStyleUrl}
      told={heads?.outlets_by_status}
      chosen={outlet ?? null}
      onChoose={(next) => change({ outlet: next ?? undefined })}
      onShowDevices={(chosen) => step({ eui: chosen })}
    />
  );
  return (
    <DashboardViewContext value={view}>
      <MidnightRollover range={range} onTurn={setTurn} />
      <PageTitle title={strings.dashboard} actions={<LiveIndicator state={live} />} />
      {beginning.place === 'map' ? null : <OverviewPanel role={reader.role} summary={heads} />}
      <RangeFilter
        search={search}
        period={heads?.period}
        isKept={isKept}
        perspective={view.perspective}
        onZone={(tz) => step({ tz })}
        onKnown={(day) => step({ known_on: day })}
        onPreset={(preset) => step({ ...NO_RANGE, range: preset === 'all' ? undefined : preset })}
        onDates={(dates) => step({ ...NO_RANGE, ...dates })}
      />
      {beginning.place === 'above' ? <div className={classes.above}>{firstSteps}</div> : null}
      {/* The elements move instead of being recreated when the window becomes narrower, so that the map keeps its
         view. */}
      <div className={classes.overview}>
        {beginning.place === 'map' ? [firstSteps, overview] : isNarrow ? [overview, map] : [map, overview]}
      </div>
      <section aria-labelledby="customers-heading">
        <div className={classes.listHead}>
          <div className={classes.heading}>
            <h2 id="customers-heading">{heading}</h2>
            {heads ? <span className={classes.count}>{countOf(heads, view.perspective)}</span> : null}
            {period ? (
              <span className={classes.count}>
                <PeriodLabel period={period} isKept={areCardsKept} />
              </span>
            ) : null}
          </div>
          <div className={classes.toolbar}>
            {toolbar ? (
              <toolbar.ListToolbar
                q={q ?? ''}
                sort={sort ?? 'name'}
                onSearch={(text) => change({ q: text })}
                onSort={(order) => change({ sort: order === 'name' ? undefined : order })}
              />
            ) : null}
            {isToolbarAway ? <ErrorState what={strings.searchLoadFailed} onRetry={fetchToolbar} /> : null}
          </div>
        </div>
        {cards ? (
          <cards.CustomerList
            filter={filter}
            isFull={(id, isOnlyOne) => (isOnlyOne ? search.open !== NONE_OPEN : open.includes(id))}
            onToggle={toggle}
            onClearSearch={() => change({ q: undefined })}
            onDrawn={noteDrawn}
            drawnCards={drawnCards}
          />
        ) : areCardsAway ? (
          <ErrorState what={strings.customersLoadFailed} onRetry={fetchCards} />
        ) : (
          <p className={classes.cards} role="status">
            <SpinnerMark /> {strings.loading}
          </p>
        )}
      </section>
      {eui ? <OutletsModal eui={eui} onClose={() => change({ eui: undefined })} /> : null}
    </DashboardViewContext>
  );
}
