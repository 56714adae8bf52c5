import type { ApexOptions } from 'apexcharts';
import { Widget } from '../../../web/ui/widget.tsx';
import { ApexChart } from '../../ui/charts/apex-chart.tsx';
import { type ChartLook, seriesColour } from '../../ui/charts/chart-look.ts';
import { AREAS, DESKTOPS, INFLATION, MIXED, mixedYears, PYRAMID } from './apex-sample-data.ts';

const title = (text: string, { text: color }: ChartLook): ApexOptions['title'] => ({
  text,
  align: 'left',
  style: { fontSize: '14px', fontWeight: '500', color },
});
const ticks = ({ muted, axis }: ChartLook) => ({
  labels: { style: { colors: muted, fontSize: '12px' } },
  axisBorder: { color: axis },
  axisTicks: { color: axis },
});
const figures = ({ muted }: ChartLook) => ({ labels: { style: { colors: [muted], fontSize: '12px' } } });

export function LinePanel() {
  return (
    <Widget title="Apex **Line Chart**" close collapse>
      <ApexChart
        label="Line chart: desktops sold in nine months. They rise from 10 in January to 148 in September."
        height={300}
        twin={() => ({ head: ['Month', 'Desktops'], rows: DESKTOPS })}
        options={(look) => ({
          chart: { type: 'line' },
          title: title('Product trends by month', look) ?? {},
          series: [{ name: 'Desktops', data: DESKTOPS.map(([, value]) => value) }],
          stroke: { curve: 'straight', width: 3 },
          xaxis: { ...ticks(look), categories: DESKTOPS.map(([month]) => month) },
          yaxis: figures(look),
        })}
      />
    </Widget>
  );
}

const dayName = (time: number) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function AreaPanel() {
  return (
    <Widget title="Apex **Area Chart**" close collapse>
      <ApexChart
        label="Stacked area chart: three regions on 20 days from 11 February 2017. South varies most, between 10 and 60."
        height={300}
        twin={() => ({
          head: ['Day', ...AREAS.map(({ name }) => name)],
          rows: (AREAS[0]?.points ?? []).map(([time], index) => [
            dayName(time),
            ...AREAS.map(({ points }) => points[index]?.[1] ?? 0),
          ]),
        })}
        options={(look) => ({
          chart: { type: 'area', stacked: true },
          series: AREAS.map(({ name, points }) => ({
            name,
            data: points.map(([time, value]): [number, number] => [time, value]),
          })),
          stroke: { curve: 'smooth', width: 2 },
          fill: { type: 'gradient', gradient: { opacityFrom: 0.5, opacityTo: 0.15 } },
          legend: { position: 'top', horizontalAlign: 'left' },
          xaxis: { ...ticks(look), type: 'datetime' },
          yaxis: figures(look),
        })}
      />
    </Widget>
  );
}

/** Width in pixels below which the labels would overlap, as on a phone. */
const NARROW_PX = 576;
const percent = (value: number) => `${value}%`;

export function ColumnPanel() {
  return (
    <Widget title="Apex **Column Chart**" close collapse>
      <ApexChart
        label="Column chart: inflation in twelve months. It peaks in April at 10.1 percent and falls to 0.2 in December."
        height={350}
        twin={() => ({ head: ['Month', 'Inflation (%)'], rows: INFLATION })}
        options={(look) => ({
          chart: { type: 'bar' },
          title: { ...title('Monthly inflation, made up', look), align: 'center', floating: true, offsetY: 326 },
          series: [{ name: 'Inflation', data: INFLATION.map(([, value]) => value) }],
          plotOptions: { bar: { borderRadius: 3, dataLabels: { position: 'top' } } },
          dataLabels: {
            enabled: true,
            formatter: (value: number) => percent(value),
            offsetY: -20,
            style: { fontSize: '12px', colors: [look.text], fontWeight: '500' },
          },
          xaxis: { ...ticks(look), categories: INFLATION.map(([month]) => month), position: 'top' },
          yaxis: { max: 12, labels: { show: false, formatter: percent } },
          responsive: [
            {
              breakpoint: NARROW_PX,
              options: {
                plotOptions: { bar: { dataLabels: { position: 'top', orientation: 'vertical' } } },
                dataLabels: { offsetY: 16 },
                xaxis: { labels: { formatter: (month: string) => month.slice(0, 1) } },
              },
            },
          ],
        })}
      />
    </Widget>
  );
}

const share = (value: number) => `${Math.abs(Math.round(value * 10) / 10)}%`;

export function BarPanel() {
  return (
    <Widget title="Apex **Bar Chart**" close collapse>
      <ApexChart
        label="Population pyramid: share of men and women in 18 age groups. Both are widest from 45 to 49 years."
        height={350}
        twin={() => ({ head: ['Age', 'Men (%)', 'Women (%)'], rows: PYRAMID })}
        options={(look) => ({
          chart: { type: 'bar', stacked: true },
          colors: [seriesColour(look, 2), seriesColour(look, 1)],
          series: [
            { name: 'Men', data: PYRAMID.map(([, men]) => men) },
            { name: 'Women', data: PYRAMID.map(([, , women]) => -women) },
          ],
          plotOptions: { bar: { horizontal: true, barHeight: '80%' } },
          stroke: { width: 1, colors: [look.surface] },
          legend: { position: 'top', horizontalAlign: 'left' },
          grid: { xaxis: { lines: { show: false } } },
          xaxis: {
            ...ticks(look),
            tickAmount: 10,
            categories: PYRAMID.map(([ages]) => ages),
            labels: { style: { colors: look.muted }, formatter: (value: string) => share(Number(value)) },
          },
          yaxis: {
            labels: { style: { colors: PYRAMID.map(() => look.muted), fontSize: '12px' } },
            min: -5,
            max: 5,
            forceNiceScale: false,
          },
          tooltip: { shared: false, y: { formatter: share } },
        })}
      />
    </Widget>
  );
}

/** Two columns and a line, each with its own axis. */
export function MixedPanel() {
  const years = mixedYears();
  const axis = (look: ChartLook, place: number, seriesName: string, text: string, opposite: boolean) => ({
    seriesName,
    opposite,
    min: 0,
    axisTicks: { show: true },
    axisBorder: { show: true, color: seriesColour(look, place) },
    labels: { style: { colors: [look.muted] }, formatter: (value: number) => value.toFixed(0) },
    title: { text, style: { color: seriesColour(look, place), fontSize: '12px', fontWeight: '500' } },
  });
  return (
    <Widget title="Apex **Mixed Chart**" close collapse>
      <ApexChart
        label={`Mixed chart: income and cash flow as columns and revenue as a line, ${years[0]} to ${years.at(-1)}. All three rise.`}
        height={350}
        twin={() => ({
          head: ['Year', 'Income', 'Cash flow', 'Revenue'],
          rows: years.map((year, index) => [
            String(year),
            MIXED.income[index] ?? 0,
            MIXED.cashFlow[index] ?? 0,
            MIXED.revenue[index] ?? 0,
          ]),
        })}
        options={(look) => ({
          chart: { type: 'line' },
          series: [
            { name: 'Income', type: 'column', data: [...MIXED.income] },
            { name: 'Cash flow', type: 'column', data: [...MIXED.cashFlow] },
            { name: 'Revenue', type: 'line', data: [...MIXED.revenue] },
          ],
          stroke: { width: [1, 1, 3] },
          legend: { position: 'top', horizontalAlign: 'left' },
          xaxis: { ...ticks(look), categories: years.map(String) },
          responsive: [{ breakpoint: NARROW_PX, options: { xaxis: { labels: { rotate: -90, rotateAlways: true } } } }],
          yaxis: [
            axis(look, 0, 'Income', 'Income (million dollars)', false),
            axis(look, 1, 'Cash flow', 'Cash flow (million dollars)', true),
            axis(look, 2, 'Revenue', 'Revenue (million dollars)', true),
          ],
        })}
      />
    </Widget>
  );
}
