import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { CALENDAR_EVENTS } from '../calendar-sample-data.ts';
import { MiniCalendar } from '../mini-calendar.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './analytics.module.css';
import { analyticsQuery } from './analytics-api.ts';
import { STATISTICS } from './analytics-sample-data.ts';
import { CountriesPanel } from './countries-panel.tsx';
import { DailyChart } from './daily-chart.tsx';
import { LivePanel } from './live-panel.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { PerformanceBars, RevenueDonut, ServerRows, VisitsToday } from './overview-panels.tsx';
import { StatisticCard } from './statistic-card.tsx';
import { SupportPanel } from './support-panel.tsx';
import { TasksPanel } from './tasks-panel.tsx';

/** The analytics page: figures from the server, or built in if there is no server (docs/sample-pages.md#analytics). */
export function AnalyticsPage() {
  const { data, isPending, isError, refetch } = useQuery(analyticsQuery());
  return (
    <ShowcasePage title="Analytics - **Dashboard**">
      {isError ? <ErrorState what="The figures could not be loaded." onRetry={() => void refetch()} /> : null}
      <Columns>
        <Column xl={9}>
          <Columns>
            <Column sm={6}>
              <Widget title="Visits **Today**" close bodyClassName={classes.visits ?? ''} isLoading={isPending}>
                {data ? <VisitsToday visits={data.visits} /> : null}
              </Widget>
            </Column>
            <Column sm={6}>
              <Widget title="Revenue **Breakdown**" close bodyClassName={classes.donut ?? ''} isLoading={isPending}>
                {data ? <RevenueDonut revenue={data.revenue} /> : null}
              </Widget>
            </Column>
            <Column sm={6}>
              <Widget title="App **Performance**" close bodyClassName={classes.bars ?? ''} isLoading={isPending}>
                {data ? <PerformanceBars performance={data.performance} /> : null}
              </Widget>
            </Column>
            <Column sm={6}>
              <Widget title="Server **Overview**" close bodyClassName={classes.servers ?? ''} isLoading={isPending}>
                {data ? <ServerRows server={data.server} /> : null}
              </Widget>
            </Column>
            <Column>
              <Widget
                title="Daily **Line Chart**"
                collapse
                close
                bodyClassName={classes.daily ?? ''}
                isLoading={isPending}
              >
                {data ? <DailyChart series={data.mainChart} /> : null}
              </Widget>
            </Column>
            {STATISTICS.map((statistic) => (
              <Column key={statistic.product} md={4}>
                <StatisticCard {...statistic} />
              </Column>
            ))}
            <Column>
              <SupportPanel />
            </Column>
            <Column lg={6}>
              <CountriesPanel />
            </Column>
            <Column lg={6}>
              <LivePanel />
            </Column>
          </Columns>
        </Column>
        <Column xl={3}>
          <div>
            <Columns>
              <Column md={6} xl={12}>
                <Widget title="Calendar" collapse close>
                  <MiniCalendar events={CALENDAR_EVENTS} />
                </Widget>
              </Column>
              <Column md={6} xl={12}>
                <TasksPanel />
              </Column>
              <Column md={12} xl={12}>
                <NotificationsPanel />
              </Column>
            </Columns>
          </div>
        </Column>
      </Columns>
    </ShowcasePage>
  );
}
