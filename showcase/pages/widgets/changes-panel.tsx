import { Widget } from '../../../web/ui/widget.tsx';
import { Echart } from '../../ui/charts/echart.tsx';
import { MiniBars } from '../../ui/charts/mini-bars.tsx';
import classes from './widgets.module.css';
import { CHANGE_BARS, CHANGES } from './widgets-sample-data.ts';

/** A head with 32 bars and a line, and the figures of the day. */
export function ChangesPanel() {
  return (
    <Widget title="changes" reload close>
      <div className={classes.changesHead}>
        <Echart
          load={() => import('./widgets-echarts.ts')}
          label="Mixed chart: 32 bars of rain and a line of humidity."
          height={100}
          twin={() => ({
            head: ['Place', 'pop', 'humidity'],
            rows: CHANGES.map(({ pop, humidity }, index) => [index + 1, pop, humidity]),
          })}
          option={(look) => ({
            grid: { left: 0, right: 0, top: 4, bottom: 0 },
            tooltip: { trigger: 'axis' },
            xAxis: { type: 'category', show: false, data: CHANGES.map((_, index) => index + 1) },
            yAxis: { type: 'value', show: false, max: 100 },
            series: [
              {
                name: 'pop',
                type: 'bar',
                data: CHANGES.map(({ pop }) => pop),
                itemStyle: { color: 'rgba(255, 255, 255, 0.45)', borderRadius: [2, 2, 0, 0] },
              },
              {
                name: 'humidity',
                type: 'line',
                smooth: true,
                showSymbol: false,
                data: CHANGES.map(({ humidity }) => humidity),
                lineStyle: { width: 2, color: '#fff' },
                itemStyle: { color: look.surface },
              },
            ],
          })}
        />
      </div>
      <div className={classes.split}>
        <span className={classes.figure}>
          58 <small>+2.1% since the morning</small>
        </span>
        <MiniBars label="The last eight readings" values={CHANGE_BARS} width={96} height={32} series={4} />
      </div>
      <p className={classes.sub}>Harbour station, 10:42</p>
      <dl className={classes.facts}>
        {[
          ['Shares Traded', '4.8M'],
          ['Market Cap', '7.2B'],
          ['Yearly Change', '+21.4%'],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Widget>
  );
}
