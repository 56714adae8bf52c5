import type { EChartsType } from 'echarts/core';
import { useEffect, useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { type Continent, readWorld } from '../../lib/countries.ts';
import { type ChartLook, PHONE_WIDTH, seriesColour } from '../../ui/charts/chart-look.ts';
import { Echart } from '../../ui/charts/echart.tsx';
import classes from './charts.module.css';

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

/** Nodes for the world: 5 continents, 22 regions and 233 countries. */
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
 * Label widths equal the ring widths (for inner rings, along the ring), so longer names wrap. Narrow rings have no
 * labels.
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

/** The world's population by continent, region and country; a click zooms into a part and out again. */
export function SunburstPanel() {
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

/** Zooms into a part without a pointer, and shows the current part. */
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
