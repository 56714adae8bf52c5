import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Button, Checkbox, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChartBar,
  IconCheck,
  IconChevronDown,
  IconDownload,
  IconMail,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import { useLivePoints, usePause } from '../../lib/use-live-points.ts';
import { ChartTool } from '../../ui/charts/chart-figure.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { CALENDAR_EVENTS } from '../calendar-sample-data.ts';
import { MiniCalendar } from '../mini-calendar.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './analytics.module.css';
import { analyticsQuery } from './analytics-api.ts';
import {
  LATER_TASKS,
  NOTIFICATIONS,
  STATISTIC_PERIODS,
  STATISTICS,
  SUPPORT_REQUESTS,
  type SupportStatus,
  TASKS,
  type Task,
} from './analytics-sample-data.ts';
import { CountriesPanel } from './countries-panel.tsx';
import { DailyChart } from './daily-chart.tsx';
import { PerformanceBars, RevenueDonut, ServerRows, VisitsToday } from './overview-panels.tsx';

/** The analytics page: figures from the server, or built in without a server (docs/sample-pages.md#analytics). */
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

const ICONS: Readonly<Record<(typeof NOTIFICATIONS)[number]['icon'], TablerIcon>> = {
  check: IconCheck,
  user: IconUser,
  alert: IconAlertTriangle,
  mail: IconMail,
  chart: IconChartBar,
  download: IconDownload,
};

/** Six lines, each with an icon and important words in bold. */
function NotificationsPanel() {
  return (
    <Widget title="Notifications" collapse close>
      <p className={classes.count}>
        <span className={classes.pill}>{NOTIFICATIONS.length}</span>
        new
      </p>
      <ul className={classes.list}>
        {NOTIFICATIONS.map(({ id, icon, color, content }) => {
          const Icon = ICONS[icon];
          return (
            <li key={id} className={classes.notification}>
              <span className={classes.icon} data-tone={color} aria-hidden="true">
                <Icon size={16} />
              </span>
              <span>
                {content.split('*').map((part, place) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
                  place % 2 === 1 ? <b key={place}>{part}</b> : part,
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Widget>
  );
}

const FIELDS = ['name', 'email', 'product', 'price', 'date', 'city', 'status'] as const;
/** The color of each status (docs/specification.md#constants). */
const TONES: Readonly<Record<SupportStatus, 'primary' | 'success' | 'danger'>> = {
  Sent: 'primary',
  Pending: 'success',
  Declined: 'danger',
};

/** Support requests, the newest last. The headings are the field names in capitals. */
function SupportPanel() {
  return (
    <Widget title="Support **Requests**" settings close flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Table of support requests">
        <table className={classes.table}>
          <thead>
            <tr>
              {FIELDS.map((field) => (
                <th key={field} scope="col" data-field={field}>
                  {field.toUpperCase()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SUPPORT_REQUESTS.map((request) => (
              <tr key={request.id}>
                {FIELDS.map((field) =>
                  field === 'status' ? (
                    <td key={field}>
                      <span className={classes.status} data-tone={TONES[request.status]}>
                        {request.status}
                      </span>
                    </td>
                  ) : (
                    <td key={field} data-field={field}>
                      {request[field]}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Widget>
  );
}

/** Today's tasks. "See All" adds the tasks of later this week. */
function TasksPanel() {
  const [tasks, setTasks] = useState<readonly Task[]>(TASKS);
  const [isAll, setAll] = useState(false);
  const done = tasks.filter(({ completed }) => completed).length;
  const toggle = (id: number) =>
    setTasks(tasks.map((task) => (task.id === id ? { ...task, completed: !task.completed } : task)));
  return (
    <Widget title="Today's **Tasks**" collapse close>
      <p className={classes.count}>
        <span className={classes.pill}>{tasks.length}</span>
        {done} of {tasks.length} completed
      </p>
      <ul className={classes.list}>
        {tasks.map(({ id, type, title, time, completed }) => (
          <li key={id} className={classes.task} data-completed={completed || undefined}>
            <Checkbox
              checked={completed}
              onChange={() => toggle(id)}
              label={
                <>
                  <span className={classes.taskType}>{type}</span> {title}
                </>
              }
            />
            <time className={classes.taskTime}>{time}</time>
          </li>
        ))}
      </ul>
      {isAll ? (
        <ul className={classes.list} aria-label="Later this week">
          {LATER_TASKS.map(({ day, title, time }) => (
            <li key={title} className={classes.task}>
              <span>
                <span className={classes.taskType}>{day}</span> {title}
              </span>
              <time className={classes.taskTime}>{time}</time>
            </li>
          ))}
        </ul>
      ) : null}
      <Button variant="default" fullWidth mt="sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
        {isAll ? 'See Today' : 'See All'}
      </Button>
    </Widget>
  );
}

/** One product's figures. The period changes only the label, because the sample has no other figures. */
function StatisticCard({ product, total, registrations, isUp, bounceRate, tone }: (typeof STATISTICS)[number]) {
  const [period, setPeriod] = useState<string>(STATISTIC_PERIODS[0]);
  const Arrow = isUp ? IconArrowUp : IconArrowDown;
  return (
    <Widget title={`Statistic **${product}**`} collapse close>
      <div className={classes.statisticHead}>
        <p className={classes.figure}>
          <span className={classes.tone} data-tone={tone} aria-hidden="true" />
          {total.toLocaleString('en-US')}
        </p>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              size="compact-sm"
              rightSection={<IconChevronDown size={14} aria-hidden="true" />}
              aria-label={`${period}: period of ${product}`}
            >
              {period}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {STATISTIC_PERIODS.map((each) => (
              <Menu.Item key={each} onClick={() => setPeriod(each)}>
                {each}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Registrations</dt>
          <dd>
            +{registrations} <Arrow size={14} role="img" aria-label={isUp ? 'rising' : 'falling'} />
          </dd>
        </div>
        <div>
          <dt>Bounce Rate</dt>
          <dd>
            {bounceRate}% <Arrow size={14} role="img" aria-label={isUp ? 'rising' : 'falling'} />
          </dd>
        </div>
      </dl>
    </Widget>
  );
}

/** Number of points in this chart; other live charts have 30 (docs/specification.md#constants). */
const LIVE_POINTS = 20;
const clock = (time: number) => new Date(time).toLocaleTimeString('en-GB');

/** The newest 20 readings, one per second. */
function LivePanel() {
  const [isPaused, setPaused] = usePause();
  const points = useLivePoints(LIVE_POINTS, [[20, 90]], isPaused);
  return (
    <Widget title="Live **Visitors**" collapse close>
      <div data-live-points={points.length} data-live-newest={points.at(-1)?.time}>
        <Echart
          load={() => import('./analytics-echarts.ts')}
          label={`Live line chart: the newest ${LIVE_POINTS} random readings of visitors, one a second.`}
          height={260}
          note={`${LIVE_POINTS} points, one a second`}
          tools={() => (
            <ChartTool label={isPaused ? 'Go on' : 'Pause'} isOn={isPaused} onClick={() => setPaused(!isPaused)} />
          )}
          twin={() => ({
            head: ['Time', 'Visitors'],
            rows: points.map(({ time, values: [value = 0] }) => [clock(time), value]),
          })}
          option={(look) => ({
            animation: false,
            grid: { left: 8, right: 16, top: 16, bottom: 4, outerBoundsMode: 'same' },
            tooltip: { trigger: 'axis' },
            xAxis: {
              ...echartAxis(look),
              type: 'time',
              splitLine: { show: false },
              axisLabel: { color: look.muted, fontSize: 12, hideOverlap: true, formatter: '{HH}:{mm}:{ss}' },
            },
            yAxis: { ...echartAxis(look), type: 'value', min: 0, max: 100 },
            series: [
              {
                name: 'Visitors',
                type: 'line',
                smooth: true,
                symbolSize: 5,
                data: points.map(({ time, values: [value = 0] }) => [time, value]),
                lineStyle: { width: 2, color: seriesColour(look, 0) },
                itemStyle: { color: seriesColour(look, 0) },
                areaStyle: { opacity: 0.12, color: seriesColour(look, 0) },
              },
            ],
          })}
        />
      </div>
    </Widget>
  );
}
