import type ApexCharts from 'apexcharts';
import type { ApexOptions } from 'apexcharts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * Draws an ApexCharts chart in a container. Loads the library on first use, updates the chart when its options change,
 * and destroys it on unmount.
 */
export function useApexChart(options: ApexOptions): [RefObject<HTMLDivElement | null>, isDrawn: boolean] {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the options
  useEffect(() => update(), [chart, key]);
  return [container, chart !== null];
}
