import { counted, NOUNS } from '#domain/counted.ts';
import type { Manifest } from '../copies/folder-format.ts';

/** Formats micro-dollars as an amount in the installation's currency. */
export const shownAmount = (micros: number): string =>
  (micros / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** Formats the sums that an administrator compares with a statement. */
export const sumsLine = ({ events, amountMicros, ownerMicros }: Manifest['totals']): string =>
  `${counted(events, NOUNS.event)}, ${shownAmount(amountMicros)} spent, of which owners get ${shownAmount(ownerMicros)}`;
