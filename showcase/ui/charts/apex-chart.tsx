import type ApexCharts from 'apexcharts';
import type { ApexOptions } from 'apexcharts';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './apex-chart.module.css';
import { ChartFigure, type ChartTwin } from './chart-figure.tsx';
import { CHART_FONT, type ChartLook, useChartLook } from './chart-look.ts';

export type ApexChartProps = {
  label: string;
  height: number;
  options: (look: ChartLook) => ApexOptions;
  twin: () => ChartTwin;
  note?: ReactNode;
};

/** Returns the options that all ApexCharts charts share. */
function commonOptions({ series, text, grid, surface, isMotionReduced }: ChartLook, height: number): ApexOptions {
  return {
    chart: {
      height,
      width: '100%',
      background: 'transparent',
      foreColor: text,
      fontFamily: CHART_FONT,
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: !isMotionReduced, speed: 400 },
      parentHeightOffset: 0,
    },
    colors: [...series],
    dataLabels: { enabled: false },
    grid: { borderColor: grid },
    stroke: { width: 2 },
    legend: { fontSize: '12px', labels: { colors: text } },
    states: { active: { filter: { type: 'none' } } },
    markers: { strokeColors: surface },
  };
}

/** A chart drawn by ApexCharts 4.7.0, the last version under the MIT license, with its text alternative. */
export function ApexChart({ label, height, options, twin, note }: ApexChartProps) {
  const look = useChartLook();
  const common = commonOptions(look, height);
  const own = options(look);
  const [container, isDrawn] = useApexChart({
    ...common,
    ...own,
    chart: { ...common.chart, ...own.chart },
    legend: { ...common.legend, ...own.legend },
    grid: { ...common.grid, ...own.grid },
    tooltip: { ...common.tooltip, ...own.tooltip },
  });
  return (
    <ChartFigure label={label} height={height} twin={twin} note={note}>
      <div ref={container} className={classes.canvas} data-drawn={isDrawn ? '' : undefined} />
    </ChartFigure>
  );
}

/**
 * Draws an ApexCharts chart in a container. Loads the library on first use, updates the chart when its options change,
 * and destroys it on unmount.
 */
function useApexChart(options: ApexOptions): [RefObject<HTMLDivElement | null>, isDrawn: boolean] {
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<string>('');
  const [chart, setChart] = useState<ApexCharts | null>(null);
  const key = JSON.stringify(options);
  const start = useEffectEvent(async (isGone: () => boolean): Promise<ApexCharts | null> => {
    const { default: Chart } = await import('apexcharts');
    if (isGone() || !container.current) return null;
    const made = new Chart(container.current, options);
    drawn.current = key;
    await made.render();
    return made;
  });
  const update = useEffectEvent(() => {
    if (drawn.current === key) return;
    drawn.current = key;
    void chart?.updateOptions(options, false, false);
  });

  useEffect(() => {
    let isGone = false;
    const started = start(() => isGone);
    void started.then((made) => isGone || setChart(made));
    return () => {
      isGone = true;
      void started.then((made) => made?.destroy());
      setChart(null);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the options
  useEffect(() => update(), [chart, key]);
  return [container, chart !== null];
}
