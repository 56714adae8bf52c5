import type { EChartsType } from 'echarts/core';
import { useEffect } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { ChartTool } from '../../ui/charts/chart-figure.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';
import { RATES } from './highcharts-sample-data.ts';

const dayName = (time: number) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const [FIRST = 0, LAST = 0] = [RATES[0]?.[0], RATES.at(-1)?.[0]];
const MIDDLE = Date.UTC(2007, 3, 1);

/** Half a year of exchange rates; dragging over a range zooms into it. */
export function RatesPanel() {
  return (
    <Widget title="Highcharts **Line Chart**" close collapse>
      <Echart
        load={() => import('./page-highcharts.ts')}
        label="Area chart: 129 daily exchange rates of the euro in dollars, invented, from 1 January to 28 June 2007."
        height={350}
        note="Drag over a part to zoom in"
        tools={(chart) => <ZoomTools chart={chart} />}
        twin={() => ({ head: ['Day', 'Rate'], rows: RATES.map(([time, rate]) => [dayName(time), rate.toFixed(4)]) })}
        option={(look) => ({
          grid: { left: 8, right: 16, top: 24, bottom: 8, outerBoundsMode: 'same' },
          tooltip: { trigger: 'axis', valueFormatter: (value) => Number(value).toFixed(4) },
          // ZoomTools activates the tool itself; its icons would be in the way.
          toolbox: { itemSize: 0, showTitle: false, feature: { dataZoom: { yAxisIndex: 'none' } } },
          xAxis: {
            ...echartAxis(look),
            type: 'time',
            splitLine: { show: false },
            axisLabel: {
              color: look.muted,
              fontSize: 12,
              hideOverlap: true,
              formatter: (time: number) => dayName(time),
            },
          },
          yAxis: {
            ...echartAxis(look),
            type: 'value',
            scale: true,
            name: 'Exchange rate',
            nameTextStyle: { align: 'left' },
          },
          series: [
            {
              name: 'USD to EUR',
              type: 'line',
              showSymbol: false,
              data: RATES.map(([time, rate]) => [time, rate]),
              lineStyle: { width: 1.5, color: seriesColour(look, 0) },
              itemStyle: { color: seriesColour(look, 0) },
              areaStyle: { opacity: 0.25, color: seriesColour(look, 0) },
            },
          ],
        })}
      />
    </Widget>
  );
}

function ZoomTools({ chart }: { chart: EChartsType | null }) {
  useEffect(() => {
    if (!chart) return;
    const armZoom = () =>
      chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
    // Runs after the first option is set, which happens in a later effect of the parent.
    const timer = setTimeout(() => chart.isDisposed() || armZoom());
    return () => clearTimeout(timer);
  }, [chart]);
  const show = (startValue: number, endValue: number) =>
    chart?.dispatchAction({ type: 'dataZoom', startValue, endValue });
  return (
    <>
      <ChartTool label="January to March" onClick={() => show(FIRST, MIDDLE)} />
      <ChartTool label="April to June" onClick={() => show(MIDDLE, LAST)} />
      <ChartTool label="Reset zoom" onClick={() => show(FIRST, LAST)} />
    </>
  );
}
