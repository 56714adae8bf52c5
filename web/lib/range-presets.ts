import type { RangePreset } from '#contract/common.ts';
import { rangePresetsStrings as strings } from './lib-strings.ts';

/** The named date ranges of every page, in order. The server decides which days each covers. */
export const RANGES = [
  { value: 'today', label: strings.today },
  { value: 'yesterday', label: strings.yesterday },
  { value: '7d', label: strings.last7Days },
  { value: '30d', label: strings.last30Days },
  { value: '90d', label: strings.last90Days },
  { value: 'this-month', label: strings.thisMonth },
  { value: 'last-month', label: strings.lastMonth },
  { value: 'all', label: strings.all },
] as const satisfies readonly { value: RangePreset | 'all'; label: string }[];
