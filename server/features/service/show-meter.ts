import { IMPLAUSIBLE_SHOWN, type OutletMeter } from '#contract/service.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { findImplausible, findMeter } from './meter-queries.ts';

type Place = { readonly from_at: number; readonly to_at: number | null };

/** Returns an outlet's meter readings at places that the caller may see. */
export async function showMeter(
  accounts: AccountsDb,
  outletKey: number,
  places: readonly Place[],
): Promise<OutletMeter> {
  const [meter, found] = await Promise.all([findMeter(accounts, outletKey), findImplausible(accounts, outletKey)]);
  const isKnown = (at: number) => places.some(({ from_at: from, to_at: to }) => at >= from && (to === null || at < to));
  const own = found.filter(({ at }) => isKnown(at));
  return {
    register:
      meter === undefined || !isKnown(meter.last_at)
        ? null
        : { wh: meter.last_milli_wh / 1_000, at: new Date(meter.last_at).toISOString() },
    implausible: own.length,
    latest: own.slice(0, IMPLAUSIBLE_SHOWN).map(({ at, source, milli_wh: milliWh, most_milli_wh: most }) => ({
      at: new Date(at).toISOString(),
      source,
      wh: milliWh / 1_000,
      most_wh: most / 1_000,
    })),
  };
}
