import type { EChartsType } from 'echarts/core';
import { useEffect, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { type Continent, readWorld } from '../../lib/countries.ts';
import { ChartTool } from '../../ui/charts/chart-figure.tsx';
import { type ChartLook, PHONE_WIDTH, seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart, echartAxis } from '../../ui/charts/echart.tsx';
import { Column, Columns } from '../../ui/columns.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import classes from './charts.module.css';
import { ColumnPanel, VariablePiePanel } from './highcharts-custom-panels.tsx';
import { VectorPanel, WordCloudPanel } from './highcharts-field-panels.tsx';
import { RATES } from './highcharts-sample-data.ts';
import { LicenceNotice } from './licence-notice.tsx';

type Node = {
  id: string;
  name: string;
  value?: number;
  itemStyle?: { color: string; opacity?: number };
  children?: Node[];
};
const ROOT = 'world';
const WORLD: readonly Continent[] = readWorld();

const thousands = (value: number | null) => (value === null ? 'no figure' : value.toLocaleString('en-US'));

/** Returns the nodes for the world: 5 continents, 22 regions and 233 countries. */
function nodesOf(look: ChartLook): Node[] {
  const children = WORLD.map(({ name, regions }, index) => ({
    id: name,
    name,
    itemStyle: { color: seriesColour(look, index) },
    children: regions.map((region) => ({
      id: region.name,
      name: region.name,
      itemStyle: { color: seriesColour(look, index), opacity: 0.8 },
      children: region.countries.map((country) => ({
        id: country.id,
        name: country.name,
        itemStyle: { color: seriesColour(look, index), opacity: 0.6 },
        ...(country.thousands === null ? {} : { value: country.thousands }),
      })),
    })),
  }));
  return [{ id: ROOT, name: 'The world', itemStyle: { color: look.raised }, children }];
}

/**
 * Returns the ring labels. Label widths equal the ring widths (for inner rings, along the ring), so that longer names
 * wrap. Narrow rings have no labels.
 */
const ringLabels = (look: ChartLook, hasRoom: boolean) => ({
  label: { minAngle: 8, color: look.surface, fontSize: 10, lineHeight: 11, overflow: 'break' as const, width: 54 },
  levels: [
    {},
    { r0: '0%', r: '22%', label: { rotate: 0, color: look.text, fontSize: 12, fontWeight: 600 } },
    { r0: '22%', r: '46%', label: { rotate: 'tangential' as const, fontSize: hasRoom ? 12 : 10, width: 80 } },
    { r0: '46%', r: '70%', label: { show: hasRoom } },
    { r0: '70%', r: '96%', label: { show: hasRoom, rotate: 'radial' as const, color: look.text } },
  ],
});

/** The world's population by continent, region and country. A click zooms into a part and out again. */
function SunburstPanel() {
  return (
    <Widget title="Highcharts **Sunburst**" close collapse>
      <Echart
        load={() => import('./page-highcharts.ts')}
        label="Sunburst: people of the world about 2016 by continent, region and country. Asia is more than half of it."
        height={520}
        note="Click a part to go into it, the middle to go back"
        tools={(chart) => <PartChoice chart={chart} />}
        twin={() => ({
          head: ['Country', 'Continent', 'Region', 'People (thousands)'],
          rows: WORLD.flatMap(({ name, regions }) =>
            regions.flatMap((region) =>
              region.countries.map((country) => [country.name, name, region.name, thousands(country.thousands)]),
            ),
          ),
        })}
        option={(look) => ({
          tooltip: {
            formatter: (point) => {
              const { name = '', value } = Array.isArray(point) ? {} : point;
              return `<b>${name}</b><br>${typeof value === 'number' ? `${thousands(value)} thousand people` : 'no figure'}`;
            },
          },
          series: [
            {
              type: 'sunburst',
              nodeClick: 'rootToNode',
              sort: 'desc',
              radius: [0, '96%'],
              data: nodesOf(look),
              itemStyle: { borderWidth: 1, borderColor: look.surface },
            },
          ],
          media: [
            { option: { series: [ringLabels(look, true)] } },
            { query: { maxWidth: PHONE_WIDTH }, option: { series: [ringLabels(look, false)] } },
          ],
        })}
      />
    </Widget>
  );
}

type RootEvent = { targetNode?: { getId(): string } | string; targetNodeId?: string };

/** A select that shows the current part, and zooms into a part without a pointer. */
function PartChoice({ chart }: { chart: EChartsType | null }) {
  const [shown, setShown] = useState(ROOT);
  useEffect(() => {
    if (!chart) return;
    const follow = (event: unknown): void => {
      const { targetNode, targetNodeId } = event as RootEvent;
      setShown(targetNodeId ?? (typeof targetNode === 'string' ? targetNode : targetNode?.getId()) ?? ROOT);
    };
    chart.on('sunburstroottonode', follow);
    return () => {
      if (!chart.isDisposed()) chart.off('sunburstroottonode', follow);
    };
  }, [chart]);
  const isListed =
    shown === ROOT ||
    WORLD.some(({ name, regions }) => [name, ...regions.map((region) => region.name)].includes(shown));
  return (
    <label className={classes.choice}>
      Shown
      <select
        value={isListed ? shown : ''}
        onChange={({ target }) => {
          setShown(target.value);
          chart?.dispatchAction({ type: 'sunburstRootToNode', targetNodeId: target.value });
        }}
      >
        {isListed ? null : <option value="">A country</option>}
        <option value={ROOT}>The world</option>
        {WORLD.map(({ name, regions }) => (
          <optgroup key={name} label={name}>
            <option value={name}>{name}</option>
            {regions.map((region) => (
              <option key={region.name} value={region.name}>
                {region.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

const PLUG_IN = `npm install highcharts        # you accept its licence by installing it

// showcase/pages/charts/use-highcharts.ts
import { useEffect, useRef } from 'react';

export function useHighcharts(options: object) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let chart: { destroy(): void } | undefined;
    let isGone = false;
    void import('highcharts').then(({ default: Highcharts }) => {
      if (!isGone && container.current) chart = Highcharts.chart(container.current, options);
    });
    return () => {
      isGone = true;
      chart?.destroy();
    };
  }, [options]);
  return container;
}`;

/** Highcharts' chart types, drawn with ECharts (docs/sample-pages.md#chart-pages). The page explains why. */
export function HighchartsPage() {
  return (
    <ShowcasePage
      title="Visual - **Highcharts**"
      lead="The chart kinds this page is known for. They are drawn with ECharts, because Highcharts may not be shipped with a free product."
    >
      <Columns>
        <Column>
          <RatesPanel />
        </Column>
        <Column lg={6}>
          <VariablePiePanel />
        </Column>
        <Column lg={6}>
          <ColumnPanel />
        </Column>
        <Column lg={6}>
          <VectorPanel />
        </Column>
        <Column lg={6}>
          <WordCloudPanel />
        </Column>
        <Column>
          <SunburstPanel />
        </Column>
      </Columns>
      <LicenceNotice>
        <p>
          Highcharts is proprietary: installing or using it is acceptance of its commercial licence or of its terms for
          non-commercial use. If it were part of this product, everybody who builds or deploys the product would become
          a licensee without having chosen to. So it is not in the product, its lockfile or its bundle; no part of it is
          used here.
        </p>
        <details>
          <summary>Plug Highcharts in with a licence of your own</summary>
          <p>
            Install the package in your own copy, add the hook below, and let a panel of this page return a div with the
            hook's container instead of its chart. The import stays dynamic, so only this page loads the library.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls has to be reached by keyboard */}
          <pre tabIndex={0}>{PLUG_IN}</pre>
        </details>
      </LicenceNotice>
    </ShowcasePage>
  );
}

const dayName = (time: number) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const [FIRST = 0, LAST = 0] = [RATES[0]?.[0], RATES.at(-1)?.[0]];
const MIDDLE = Date.UTC(2007, 3, 1);

/** Half a year of exchange rates. Dragging over a range zooms into that range. */
function RatesPanel() {
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
          // ZoomTools activates the zoom tool itself, so the tool's icons would be in the way.
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
    // Runs after the first option is set, which happens in a later effect of the parent component.
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
