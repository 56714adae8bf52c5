import type { Manifest } from '../copies/folder-format.ts';

export const dollars = (micros: number): string =>
  `$${(micros / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;

/** What an administrator compares with a statement. */
export const sumsLine = ({ events, amountMicros, ownerMicros }: Manifest['totals']): string =>
  `${events.toLocaleString('en-US')} events, ${dollars(amountMicros)} spent, of which owners get ${dollars(ownerMicros)}`;
