import { useReducedMotion } from '@mantine/hooks';
import { useTokenValues } from '../../../web/lib/token-colour.ts';

const SERIES = [
  ...['--vb-series-1', '--vb-series-2', '--vb-series-3', '--vb-series-4'],
  ...['--vb-series-5', '--vb-series-6', '--vb-series-7', '--vb-series-8'],
] as const;
const TOKENS = [
  ...['--vb-text', '--vb-text-muted', '--vb-border', '--vb-border-strong', '--vb-surface', '--vb-surface-raised'],
  ...['--vb-status-online', '--vb-status-late', '--vb-status-offline'],
  ...SERIES,
] as const;

/** The current look for charts: token values for canvases, and whether motion is reduced. */
export type ChartLook = {
  /** Eight data colors; the first is the theme color. */
  readonly series: readonly string[];
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly axis: string;
  readonly surface: string;
  readonly raised: string;
  /** Status colors, used only in charts that show a status. */
  readonly good: string;
  readonly warning: string;
  readonly bad: string;
  readonly isMotionReduced: boolean;
};

/** Returns the colors of the current scheme and theme color, for charts that can't read CSS variables. */
export function useChartLook(): ChartLook {
  const [text = '', muted = '', grid = '', axis = '', surface = '', raised = '', ...rest] = useTokenValues(TOKENS);
  const [good = '', warning = '', bad = '', ...series] = rest;
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return { series, text, muted, grid, axis, surface, raised, good, warning, bad, isMotionReduced };
}

/** The font for canvases, which do not inherit from the page. */
export const CHART_FONT = '"Inter Variable", Inter, system-ui, sans-serif';

/** Returns the data color at an index. The palette repeats cyclically. */
export const seriesColour = ({ series }: ChartLook, index: number): string =>
  series[index % Math.max(1, series.length)] ?? '';

/** Chart width in pixels below which there is no room for a legend beside a pie, or for names in narrow rings. */
export const PHONE_WIDTH = 420;
