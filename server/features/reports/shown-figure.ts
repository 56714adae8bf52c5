import { currencyMark } from '#domain/currency.ts';
import type { MetricUnit } from '#domain/report-metrics.ts';
import { uptimeText } from '#domain/uptime.ts';

const count = new Intl.NumberFormat('en-US');
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const thousandths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
const rate = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

const SHOWN: Readonly<Record<MetricUnit, (value: number, currency: string) => string>> = {
  count: (value) => count.format(value),
  money: (value, currency) => `${value < 0 ? '-' : ''}${currencyMark(currency)}${money.format(Math.abs(value))}`,
  kwh: (value) => thousandths.format(value),
  rate: (value) => rate.format(value),
  uptime: uptimeText,
  decimal: (value) => hundredths.format(value),
};

/** Formats a figure as people read it on paper and in mails, with a dash if it is unknown. */
export const shownFigure = (kind: MetricUnit, value: number | null, currency: string): string =>
  value === null ? '–' : SHOWN[kind](value, currency);
