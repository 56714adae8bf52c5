import type { OutletRunning, RunningFlight, RunningState } from '#contract/service.ts';
import { RUNNING_STATES } from '#contract/service.ts';
import { creativeStanding } from '#domain/creative-standing.ts';
import { isUsedUp } from '#domain/flight-state.ts';
import { playPrice } from '#domain/play-price.ts';
import type { Scope } from '#domain/role.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Assignment, CatalogFlight } from '../../network/snapshot/catalog-entries.ts';
import type { FlightStanding } from '../../plays/budgets.ts';
import { restReason } from '../../plays/eligible-flights.ts';
import { termsIn } from '../../plays/flight-terms.ts';

type Needs = Pick<Dependencies, 'budgets' | 'config' | 'network' | 'now'>;

const MOST_SHOWN = 100;
/** The states that an owner controls. A flight's other obstacles are visible only to its advertiser. */
const OWNERS: readonly RunningState[] = ['runs', 'waiting', 'refused', 'blocked'];

/**
 * Returns the flights that an outlet may show now, using the same rules as delivery, and why its other flights are
 * excluded.
 */
export async function showRunning(needs: Needs, eui: string, scope: Scope): Promise<OutletRunning | null> {
  const { budgets, config, network, now } = needs;
  const nowMs = now();
  const { snapshot } = await network.current();
  const { catalog } = snapshot;
  await catalog.load({ euis: [eui] });
  const isNow = ({ fromMs, toMs }: Assignment) => fromMs <= nowMs && (toMs === null || nowMs < toMs);
  const here = catalog.outlets.get(eui)?.assignments.find(isNow);
  if (here === undefined) return null;
  const open = (await catalog.openFlights(nowMs)).filter(
    ({ approvedMs, cancelledMs, endsMs }) => approvedMs !== null && cancelledMs === null && endsMs > nowMs,
  );
  const meant = open.filter((flight) => flight.reaches(here.place));
  const standing = await budgets.standing(
    meant.map(({ key }) => key),
    termsIn(snapshot, config.networkTimeZone),
  );
  const isOwner = scope.kind === 'owner';
  const rows = meant.map((flight): RunningFlight => {
    const pictures = picturesHere(flight, here);
    const zone = flight.timeZone ?? config.networkTimeZone;
    const leastMicros = playPrice(flight.prices, here.place.venueType, { issuedMs: nowMs, expiresMs: nowMs });
    const state = stateOf(flight, pictures, {
      standing: standing.get(flight.key),
      leastPaidMicros: leastMicros?.reservedMicros ?? null,
      nowMs,
      zone,
    });
    return {
      sponsor: flight.sponsor,
      category: flight.category,
      all_pictures: pictures.length,
      pictures: pictures.filter((one) => one === 'accepted').length,
      state: isOwner && !OWNERS.includes(state) ? 'resting' : state,
      ...(isOwner ? {} : { flight: flight.code }),
    };
  });
  const textOf = ({ flight = '', sponsor }: RunningFlight) => `${sponsor} ${flight}`;
  rows.sort(
    (a, b) => RUNNING_STATES.indexOf(a.state) - RUNNING_STATES.indexOf(b.state) || (textOf(a) < textOf(b) ? -1 : 1),
  );
  return {
    data: rows.slice(0, MOST_SHOWN),
    left_out: Math.max(0, rows.length - MOST_SHOWN),
    ...(isOwner ? {} : { elsewhere: open.length - meant.length }),
    has_house_picture: here.housePicture !== null,
  };
}

const picturesHere = ({ category, creatives }: CatalogFlight, { creativePolicy, customerId }: Assignment) =>
  creatives.map(({ decisions }) => creativeStanding(creativePolicy, category, decisions.get(customerId)));

type Standing = {
  readonly standing: FlightStanding | undefined;
  /** The current price of a play at the outlet. */
  readonly leastPaidMicros: number | null;
  readonly nowMs: number;
  readonly zone: string;
};

/** Returns the first obstacle: the owner's decision, then the advertiser's actions, then money. */
function stateOf(
  flight: CatalogFlight,
  pictures: ReturnType<typeof picturesHere>,
  { leastPaidMicros, nowMs, standing, zone }: Standing,
): RunningState {
  const kept = pictures.filter((one) => one !== 'accepted');
  const [first = 'no_picture'] = kept;
  if (kept.length === pictures.length) return first;
  if (flight.startsMs > nowMs) return 'not_begun';
  if (restReason(flight, nowMs, nowMs) !== null) return 'paused';
  const { days, heldMicros = 0, spentMicros = 0 } = standing ?? {};
  if (isUsedUp(flight.budgetMicros - spentMicros - heldMicros, leastPaidMicros)) return 'spent';
  const today = days?.get(zonedDay(nowMs, zone).date) ?? 0;
  if (flight.dailyCapMicros === null) return 'runs';
  return isUsedUp(flight.dailyCapMicros - today, leastPaidMicros) ? 'day_spent' : 'runs';
}
