import type { EChartsType, init } from 'echarts/core';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** The part of ECharts that a page uses: a module that registers its chart types and exports `init`. */
export type LoadEcharts = () => Promise<{ init: typeof init }>;
type Option = Parameters<EChartsType['setOption']>[0];

/**
 * Draws an ECharts chart in a container. Loads the library on first use, resizes the chart with its container, and
 * disposes it on unmount.
 */
export function useEchart(load: LoadEcharts, option: Option): [RefObject<HTMLDivElement | null>, EChartsType | null] {
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
