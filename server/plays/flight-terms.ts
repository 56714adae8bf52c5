import type { NetworkSnapshot } from '../network/snapshot/network-memory.ts';
import type { TermsOf } from './budgets.ts';

/** What flights may spend, as a snapshot of the network says; nothing, where it does not know the flight. */
export const termsIn =
  ({ catalog, version }: Pick<NetworkSnapshot, 'catalog' | 'version'>, networkTimeZone: string): TermsOf =>
  (flightKey) => {
    const flight = catalog.flightsByKey.get(flightKey);
    const { budgetMicros = 0, dailyCapMicros = null } = flight ?? {};
    return { budgetMicros, dailyCapMicros, timeZone: flight?.timeZone ?? networkTimeZone, asOf: Number(version) };
  };
