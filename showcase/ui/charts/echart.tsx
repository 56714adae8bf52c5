import type { EChartsOption } from 'echarts';
import type { EChartsType, init } from 'echarts/core';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ChartFigure, ChartTool, type ChartTwin } from './chart-figure.tsx';
import { CHART_FONT, type ChartLook, useChartLook } from './chart-look.ts';

export type EchartProps = {
  load: LoadEcharts;
  label: string;
  height: number;
  option: (look: ChartLook) => EChartsOption;
  twin: () => ChartTwin;
  note?: ReactNode;
  /** Buttons below the chart, which save it as an image or restore its initial state. */
  can?: readonly ('save' | 'restore')[];
  /** Additional buttons. The argument is null until the chart is drawn. */
  tools?: (chart: EChartsType | null) => ReactNode;
};

/** Returns the options that all ECharts charts share: font, colors, tooltip, and no animation if motion is reduced. */
const commonOption = ({ series, text, grid, raised, isMotionReduced }: ChartLook): EChartsOption => ({
  color: [...series],
  backgroundColor: 'transparent',
  animation: !isMotionReduced,
  textStyle: { fontFamily: CHART_FONT, color: text },
  tooltip: {
    confine: true,
    backgroundColor: raised,
    borderColor: grid,
    textStyle: { color: text, fontSize: 12, fontFamily: CHART_FONT },
  },
});

/** Returns an axis in the page's look. */
export const echartAxis = ({ muted, grid, axis }: ChartLook) => ({
  axisLabel: { color: muted, fontSize: 12, hideOverlap: true },
  axisLine: { lineStyle: { color: axis } },
  axisTick: { lineStyle: { color: axis } },
  splitLine: { lineStyle: { color: grid } },
  nameTextStyle: { color: muted, fontSize: 12 },
});

export const echartLegend = ({ text }: ChartLook) => ({
  textStyle: { color: text, fontSize: 12 },
  icon: 'roundRect',
  itemWidth: 12,
  itemHeight: 12,
});

/** A chart drawn by ECharts, with its text alternative. */
export function Echart({ load, label, height, option, twin, note, can = [], tools }: EchartProps) {
  const look = useChartLook();
  const common = commonOption(look);
  const own = option(look);
  const [container, chart] = useEchart(load, { ...common, ...own, tooltip: { ...common.tooltip, ...own.tooltip } });
  return (
    <ChartFigure
      label={label}
      height={height}
      twin={twin}
      note={note}
      tools={
        <>
          {tools?.(chart)}
          {can.includes('restore') ? (
            <ChartTool label="Restore" onClick={() => chart?.dispatchAction({ type: 'restore' })} />
          ) : null}
          {can.includes('save') ? (
            <ChartTool label="Save as image" onClick={() => chart && saveImage(chart, label, look.surface)} />
          ) : null}
        </>
      }
    >
      <div ref={container} style={{ height: '100%' }} data-drawn={chart ? '' : undefined} />
    </ChartFigure>
  );
}

function saveImage(chart: EChartsType, label: string, backgroundColor: string): void {
  const link = document.createElement('a');
  link.href = chart.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor });
  link.download = `${label.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}.png`;
  link.click();
}

/** Loads the part of ECharts that a page uses: a module that registers its chart types and exports `init`. */
type LoadEcharts = () => Promise<{ init: typeof init }>;
type Option = Parameters<EChartsType['setOption']>[0];

/**
 * Draws an ECharts chart in a container. Loads the library on first use, resizes the chart with its container, and
 * disposes of it on unmount.
 */
function useEchart(load: LoadEcharts, option: Option): [RefObject<HTMLDivElement | null>, EChartsType | null] {
  const container = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const start = useEffectEvent(async (isGone: () => boolean): Promise<EChartsType | null> => {
    const { init: begin } = await load();
    return isGone() || !container.current ? null : begin(container.current, null, { renderer: 'canvas' });
  });

  useEffect(() => {
    let made: EChartsType | null = null;
    let isGone = false;
    const observer = new ResizeObserver(() => made?.resize());
    void start(() => isGone).then((started) => {
      if (!started || !container.current) return;
      made = started;
      observer.observe(container.current);
      setChart(started);
    });
    return () => {
      isGone = true;
      observer.disconnect();
      made?.dispose();
    };
  }, []);

  useEffect(() => {
    if (chart && !chart.isDisposed()) chart.setOption(option);
  }, [chart, option]);
  return [container, chart];
}
