import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Summary } from '#contract/list.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import type { Perspective } from '#domain/role.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { STATUSES } from '../../map/map-filter.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LiveValue } from '../../ui/live-value.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { STATUS_WORDS } from '../../ui/status-badge.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { CampaignNames } from './campaign-names.tsx';
import { summaryQuery } from './dashboard-api.ts';
import { summaryCardStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import { LateDailyViews } from './late-daily-views.tsx';
import { PeriodLabel } from './period-label.tsx';
import { PrintLink } from './print-link.tsx';
import { StatList } from './stat-list.tsx';
import { campaignRows, statRows } from './stat-rows.ts';
import classes from './summary-card.module.css';
import { wordingOf } from './wording.ts';

/** Reserves the context lines, so that nothing moves when their text arrives. */
const KEPT_LINE = (
  <>
    {'\u00a0'}
    <br />
    {'\u00a0'}
  </>
);

function contextOf(summary: Summary, perspective: Perspective): string {
  const { campaigns, active_campaigns: active, outlets, customers } = summary;
  if (perspective === 'advertiser' && campaigns !== undefined)
    return interpolate(strings.campaignsAndActive, {
      campaigns: counted(campaigns, NOUNS.campaign),
      active: formatCount(active ?? 0),
    });
  return customers > 1
    ? interpolate(strings.outletsOfCustomers, {
        outlets: counted(outlets, NOUNS.outlet),
        customers: counted(customers, NOUNS.customer),
      })
    : counted(outlets, NOUNS.outlet);
}

/** The campaigns' status. 'Live' is the specification's word for a running flight. */
function CampaignStatus({ status }: { status: string }) {
  return (
    <div className={classes.status}>
      <span className={classes.label}>{strings.status}</span>
      <span className={classes.word} data-live={status === 'Live' || undefined}>
        {status}
      </span>
    </div>
  );
}

/** Outlet counts by status, each with its mark. If the role has an outlet list, each count links to it. */
function StatusCounts({ counts, hasLists }: { counts: NonNullable<Summary['outlets_by_status']>; hasLists: boolean }) {
  return (
    <dl className={classes.counts}>
      {STATUSES.map((status) => (
        <div key={status}>
          <dt>
            <StatusMark status={status} /> {STATUS_WORDS[status]}
          </dt>
          <dd>
            {hasLists ? (
              <Link
                to="/app/outlets"
                search={{ show: status }}
                className={classes.countLink}
                aria-label={interpolate(strings.showOutlets, {
                  count: formatCount(counts[status]),
                  status: STATUS_WORDS[status],
                })}
              >
                <LiveValue of={counts[status]}>{formatCount(counts[status])}</LiveValue>
              </Link>
            ) : (
              <LiveValue of={counts[status]}>{formatCount(counts[status])}</LiveValue>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The side card: Outlets Overview, or Campaign Overview for an advertiser (docs/specification.md#roles). */
export function SummaryCard() {
  const { perspective, range, dollarsPerKwh } = useDashboardView();
  const {
    data: summary,
    error,
    isFetching,
    isPlaceholderData,
    isRefetchError,
    refetch,
  } = useQuery(summaryQuery(range));
  const title = wordingOf(perspective).summaryTitle;
  const user = useCurrentUser();
  if (!summary)
    return (
      <Panel title={title} context={KEPT_LINE} className={`${classes.panel} ${classes.loading}`}>
        {error ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <LinesSkeleton lines={perspective === 'advertiser' ? 4 : 7} lineHeight={46} />
        )}
      </Panel>
    );
  const rows = perspective === 'advertiser' ? campaignRows(summary) : statRows(summary, perspective, dollarsPerKwh);
  return (
    <Panel
      title={title}
      context={
        <>
          {contextOf(summary, perspective)}
          <br />
          <PeriodLabel period={summary.period} isKept={isPlaceholderData} />
        </>
      }
      className={classes.panel ?? ''}
      actions={
        perspective === 'advertiser' && user?.cid ? (
          <PrintLink customerId={user.cid} customer={strings.allCampaigns} />
        ) : undefined
      }
    >
      {isRefetchError ? <p className={classes.old}>{strings.refreshFailed}</p> : null}
      <StaleWhileRevalidating isKept={isPlaceholderData}>
        {perspective === 'advertiser' && summary.campaign_status ? (
          <CampaignStatus status={summary.campaign_status} />
        ) : null}
        <StatList rows={rows} of={{ parameters: range.parameters }} />
        {perspective === 'advertiser' ? <CampaignNames /> : null}
        {summary.outlets_by_status && perspective !== 'advertiser' ? (
          <StatusCounts
            counts={summary.outlets_by_status}
            hasLists={user?.role === 'admin' || user?.role === 'property'}
          />
        ) : null}
      </StaleWhileRevalidating>
      <LateDailyViews />
    </Panel>
  );
}
