import { Widget } from '../../../web/ui/widget.tsx';
import { ApexChart } from '../../ui/charts/apex-chart.tsx';
import { seriesColour } from '../../ui/charts/chart-look.ts';
import { PEOPLE, WEEKDAYS } from './overview-sample-data.ts';

const namesOf = (pairs: readonly (readonly [string, number])[]) => pairs.map(([name]) => name);
const valuesOf = (pairs: readonly (readonly [string, number])[]) => pairs.map(([, value]) => value);

/** One series in which each column has its own color. */
export function ApexColumnPanel() {
  return (
    <Widget title="Apex **Column Chart**" close collapse>
      <ApexChart
        label="Column chart: calls answered by eight people. Kofi answered most, 30; Aisha least, 10."
        height={350}
        twin={() => ({ head: ['Person', 'Calls'], rows: PEOPLE })}
        options={(look) => ({
          chart: { type: 'bar' },
          series: [{ name: 'Calls', data: valuesOf(PEOPLE) }],
          colors: PEOPLE.map((_, index) => seriesColour(look, index)),
          plotOptions: { bar: { columnWidth: '45%', distributed: true, borderRadius: 3 } },
          // Disables toggling, because all colors belong to one series.
          legend: { show: true, position: 'bottom', onItemClick: { toggleDataSeries: false } },
          xaxis: {
            categories: namesOf(PEOPLE),
            labels: { style: { colors: look.muted, fontSize: '12px' } },
            axisBorder: { color: look.axis },
            axisTicks: { color: look.axis },
          },
          yaxis: { labels: { style: { colors: [look.muted] } } },
        })}
      />
    </Widget>
  );
}

/** Six slices in shades of one color. */
export function ApexPiePanel() {
  return (
    <Widget title="Apex **Monochrome Pie**" close collapse>
      <ApexChart
        label="Pie chart: share of six weekdays. Thursday is largest with 55, Tuesday smallest with 15."
        height={200}
        twin={() => ({ head: ['Day', 'Share'], rows: WEEKDAYS })}
        options={(look) => ({
          chart: { type: 'pie' },
          series: valuesOf(WEEKDAYS),
          labels: namesOf(WEEKDAYS),
          theme: {
            monochrome: { enabled: true, color: seriesColour(look, 0), shadeTo: 'light', shadeIntensity: 0.65 },
          },
          stroke: { colors: [look.surface], width: 1 },
          legend: { show: false },
        })}
      />
    </Widget>
  );
}
