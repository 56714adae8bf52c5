import type { NetworkSnapshot } from '../network/snapshot/network-memory.ts';
import type { TermsOf } from './budgets.ts';

/**
 * Returns a function that looks up flights' budget terms in a network snapshot. The budget of an unknown flight is
 * zero.
 */
export const termsIn =
  ({ catalog, version }: Pick<NetworkSnapshot, 'catalog' | 'version'>, networkTimeZone: string): TermsOf =>
  (flightKey) => {
    const flight = catalog.flightsByKey.get(flightKey);
    const { budgetMicros = 0, dailyCapMicros = null } = flight ?? {};
    return { budgetMicros, dailyCapMicros, timeZone: flight?.timeZone ?? networkTimeZone, asOf: Number(version) };
  };
