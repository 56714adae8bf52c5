import type { Analytics } from '../../contract/analytics.ts';
import { sampleNumbers } from '../../samples/random-sample.ts';
import { Echart, echartLegend } from '../../ui/charts/echart.tsx';
import { TrendLine } from '../../ui/charts/trend-line.tsx';
import classes from './analytics.module.css';

const load = () => import('./analytics-echarts.ts');

export function VisitsToday({ visits: { count, logins, sign_out_pct, rate_pct } }: Pick<Analytics, 'visits'>) {
  return (
    <>
      <p className={classes.figure}>{count}</p>
      <dl className={classes.facts}>
        <div>
          <dt>Logins</dt>
          <dd>+{logins}</dd>
        </div>
        <div>
          <dt>Sign Out</dt>
          <dd>{sign_out_pct}%</dd>
        </div>
        <div>
          <dt>Rate</dt>
          <dd>{rate_pct}%</dd>
        </div>
      </dl>
    </>
  );
}

export function RevenueDonut({ revenue }: Pick<Analytics, 'revenue'>) {
  return (
    <Echart
      load={load}
      label={`Donut chart of revenue: ${revenue.map(({ label, data }) => `${label} ${data}`).join(', ')}.`}
      height={120}
      twin={() => ({ head: ['Source', 'Revenue'], rows: revenue.map(({ label, data }) => [label, data]) })}
      option={(look) => ({
        tooltip: { trigger: 'item' },
        legend: { ...echartLegend(look), orient: 'vertical', left: 150, top: 'middle' },
        series: [
          {
            type: 'pie',
            radius: ['58%', '92%'],
            center: [60, '50%'],
            label: { show: false },
            itemStyle: { borderColor: look.surface, borderWidth: 2 },
            data: revenue.map(({ label, data }) => ({ name: label, value: data })),
          },
        ],
      })}
    />
  );
}

const PERFORMANCE_NAMES = { sdk: 'SDK', integration: 'Integration' } as const;

export function PerformanceBars({ performance }: Pick<Analytics, 'performance'>) {
  return (
    <>
      <p className={classes.legend}>
        <span data-period="this">This Period</span>
        <span data-period="last">Last Period</span>
      </p>
      {(['sdk', 'integration'] as const).map((key) => {
        const { this_period_pct: now, last_period_pct: before } = performance[key];
        return (
          <div key={key} className={classes.pair}>
            <span className={classes.pairName}>{PERFORMANCE_NAMES[key]}</span>
            <Bar label={`${PERFORMANCE_NAMES[key]}, this period`} percent={now} period="this" />
            <Bar label={`${PERFORMANCE_NAMES[key]}, last period`} percent={before} period="last" />
          </div>
        );
      })}
    </>
  );
}

function Bar({ label, percent, period }: { label: string; percent: number; period: 'this' | 'last' }) {
  return (
    <div className={classes.barRow}>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.bar} data-period={period} style={{ width: `${percent}%` }} />
      </div>
      <span className={classes.barText}>
        <span className={classes.spoken}>{label}: </span>
        {percent}%
      </span>
    </div>
  );
}

const TREND_POINTS = 25;
const trendOf = (seed: number) => {
  const next = sampleNumbers(seed);
  return Array.from({ length: TREND_POINTS }, () => Math.round(next() * 100));
};
/** Two servers. The second also has a mirror with the same figures. */
const SERVER_ROWS = [
  { name: 'Server 1', key: 1, token: '--vb-status-offline', trend: trendOf(51) },
  { name: 'Server 2', key: 2, token: '--vb-series-4', trend: trendOf(52) },
  { name: 'Server 2, mirror', key: 2, token: '--vb-series-3', trend: trendOf(53) },
] as const;

export function ServerRows({ server }: Pick<Analytics, 'server'>) {
  return SERVER_ROWS.map(({ name, key, token, trend }) => {
    const { pct, temp, frequency } = server[key];
    return (
      <div key={name} className={classes.server}>
        <span className={classes.serverText}>
          <span className={classes.serverName}>{name}</span>
          <span>
            {pct}% / {temp}°C / {frequency} GHz
          </span>
        </span>
        <div className={classes.serverTrend}>
          <TrendLine label={`Load of ${name}`} values={trend} height={28} token={token} />
        </div>
      </div>
    );
  });
}
