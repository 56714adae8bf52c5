import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ExplainedFigure } from '#contract/explain.ts';
import type { OutletService, ServiceMoment } from '#contract/service.ts';
import { outletName } from '#domain/eui.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { formatCount, formatDay, formatDollars } from '../../lib/formatters.ts';
import { BarStrip } from '../../ui/bar-strip.tsx';
import { TermStart } from '../../ui/drawer-parts.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StatRow } from '../../ui/stat-row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { FAULT_WORDS } from './fault-words.ts';
import { MeterPanel } from './meter-panel.tsx';
import { EventsPanel, RunningPanel } from './outlet-now-panels.tsx';
import classes from './service.module.css';
import { outletMoney, outletMoneyQuery, outletServiceQuery } from './service-api.ts';
import { formatUptime } from './uptime-text.ts';

/** `/app/outlets/<id>`: the uptime, the events and the earnings of one outlet in the last 30 days. */
export function ServedOutletPage() {
  const { outlet: id = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(outletServiceQuery(id));
  if (data) return <Service service={data} />;
  return (
    <>
      <PageTitle title="Outlet" />
      <Panel label="Outlet">
        {error ? (
          <ErrorState
            what="The outlet could not be loaded."
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <LinesSkeleton lines={8} />
        )}
      </Panel>
    </>
  );
}

function Service({ service }: { service: OutletService }) {
  const { outlet, days, known_since: knownSince, places, time_zone: zone } = service;
  const { eui, venue, customer, status, last_seen: lastSeen } = outlet;
  return (
    <>
      <PageTitle title={outletName(outlet)} context={`${venue}, ${customer}`} />
      <div className={classes.panels}>
        <Panel title="Uptime" context={`By day in ${zone}`}>
          <StatRow
            label="Status"
            value={lastSeen === null ? 'Never seen' : ''}
            comparison={<StatusBadge status={status} />}
          />
          <StatRow
            label="Uptime, 30 days"
            value={formatUptime(service.uptime)}
            hint="Time in which it counted as online, of the time since its first contact that is known."
          />
          <BarStrip
            label="Uptime by day"
            head={['Day', 'Uptime']}
            bars={days.map(({ date, uptime }, at) => ({
              key: date,
              name: formatDay(date),
              value: uptime ?? 0,
              text: formatUptime(uptime),
              isOpen: at === days.length - 1,
            }))}
          />
          {knownSince === null ? <p>It was never heard of.</p> : null}
          {lastSeen === null ? null : (
            <p>
              Last contact <TimeText instant={lastSeen} relative />
            </p>
          )}
        </Panel>
        <Money eui={eui} />
        <RunningPanel id={outlet.id} />
        <EventsPanel id={outlet.id} />
        <MeterPanel meter={service.meter} />
        <Panel title="What happened" context="Silences and faults, newest first">
          <Timeline service={service} />
        </Panel>
        <Panel title="Where it stood">
          <ul className={classes.moments}>
            {places.map((place) => (
              <li key={place.from}>
                {place.venue}, {place.customer}: since <TermStart instant={place.from} timeZone={place.time_zone} />
                {place.to === null ? null : (
                  <>
                    {' '}
                    until <TermStart instant={place.to} timeZone={place.time_zone} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <p>
        <Link to="/app/outlets">All outlets in service</Link>
      </p>
    </>
  );
}

function Money({ eui }: { eui: string }) {
  const { data, error, isFetching, refetch } = useQuery(outletMoneyQuery(eui));
  const total = data?.total;
  const why = (label: string, figure: ExplainedFigure) => (
    <ExplainButton label={label} asked={{ figure, ...outletMoney(eui) }} />
  );
  return (
    <Panel
      title="Earnings and energy"
      context="The last 30 days"
      actions={
        <Link to="/app/reports" search={{ filters: JSON.stringify({ outlet: [eui] }) }}>
          Open in reports
        </Link>
      }
    >
      {total ? (
        <>
          <StatRow label="Views" value={formatCount(total.views ?? 0)} action={why('Views', 'views')} />
          <StatRow label="Revenue" value={formatDollars(total.revenue ?? 0)} action={why('Revenue', 'revenue')} />
          <StatRow
            label="Energy"
            value={(total.energy_kwh ?? 0).toFixed(2)}
            unit="kWh"
            action={why('Energy', 'energy')}
          />
          <StatRow
            label="Cost of energy"
            value={formatDollars(total.energy_cost ?? 0)}
            action={why('Cost of energy', 'energy')}
          />
          <StatRow
            label="Left after energy"
            value={formatDollars(total.left_after_energy ?? 0)}
            hint="Revenue less what the energy cost."
          />
        </>
      ) : null}
      {error && !data ? (
        <ErrorState
          what="What it earned could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={5} />}
    </Panel>
  );
}

const keyOf = ({ kind, fault, from }: ServiceMoment): string => `${kind} ${fault ?? ''} ${from}`;

function Timeline({ service: { timeline, left_out: leftOut } }: { service: OutletService }) {
  if (timeline.length === 0) return <EmptyState title="Neither a silence nor a fault">So it should be.</EmptyState>;
  return (
    <>
      <ol className={classes.moments}>
        {timeline.map((moment) => (
          <li key={keyOf(moment)}>
            <Moment moment={moment} />
          </li>
        ))}
      </ol>
      {leftOut > 0 ? <p>{formatCount(leftOut)} older ones are not shown.</p> : null}
    </>
  );
}

function Moment({ moment: { fault, from, to } }: { moment: ServiceMoment }) {
  if (fault !== null)
    return (
      <>
        {FAULT_WORDS[fault]}: <TimeText instant={from} />
      </>
    );
  return (
    <>
      Silent since <TimeText instant={from} />
      {to === null ? ', still' : null}
      {to === null ? null : (
        <>
          {' '}
          until <TimeText instant={to} />
        </>
      )}
    </>
  );
}
