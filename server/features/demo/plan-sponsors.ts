import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { PriceModel } from '#domain/money.ts';
import type { SeededRandom } from '../../lib/seeded-random.ts';
import type { PlannedCampaign, PlannedFlight, PlannedSponsor } from './planned-network.ts';
import { SPONSORS } from './sample-data/sponsors.ts';

/** Micro-dollars per 1,000 views, per click, per burn and per view. */
const PRICES: Readonly<Record<PriceModel, readonly [least: number, most: number]>> = {
  cpm: [80_000_000, 180_000_000],
  cpc: [7_000_000, 14_000_000],
  cpb: [450_000, 950_000],
  flat: [250_000, 550_000],
};
const MODELS: readonly PriceModel[] = ['cpm', 'cpm', 'cpb', 'cpb', 'cpc', 'flat'];

/** Plans twelve advertisers with forty campaigns: most run, some ended, some have not started. */
export function planSponsors(random: SeededRandom, now: number, venueIds: readonly string[]): PlannedSponsor[] {
  return SPONSORS.map(([name, short, campaigns]) => ({
    id: random.uuid(),
    name,
    campaigns: campaigns.map((campaign, index) =>
      planCampaign(random, { name: campaign, code: `${short}-${index + 1}`, index, now, venueIds }),
    ),
  }));
}

type CampaignPlan = {
  readonly name: string;
  readonly code: string;
  readonly index: number;
  readonly now: number;
  readonly venueIds: readonly string[];
};

function planCampaign(random: SeededRandom, plan: CampaignPlan): PlannedCampaign {
  const flights = Array.from({ length: plan.index === 0 ? 2 : 1 }, (_, number) => planFlight(random, plan, number));
  return { id: random.uuid(), name: plan.name, flights };
}

function planFlight(
  random: SeededRandom,
  { name, code, index, now, venueIds }: CampaignPlan,
  number: number,
): PlannedFlight {
  const [startsAt, endsAt] = period(random, index, now);
  const model = random.pick(MODELS);
  const [least, most] = PRICES[model];
  const priceMicros = random.whole(least, most);
  const raised = random.fraction() < 0.2;
  const targeted = index > 0 && random.fraction() < 0.25;
  return {
    id: random.uuid(),
    code: `${code}${'AB'[number] ?? ''}`,
    startsAt,
    endsAt,
    budgetMicros: random.whole(200, 4_000) * 100_000_000,
    model,
    prices: [
      { priceMicros, validFrom: startsAt },
      ...(raised && startsAt < now - 13 * DAY_MS && endsAt > now
        ? [{ priceMicros: Math.round(priceMicros * 1.08), validFrom: midnight(now - 12 * DAY_MS) }]
        : []),
    ],
    venueIds: targeted ? venueIds.filter(() => random.fraction() < 0.35) : [],
    creative: {
      id: random.uuid(),
      name: `${name}, ${random.pick(['wide', 'close', 'at dusk'])}`,
      seconds: random.pick([15, 20, 30]),
    },
  };
}

/**
 * A sponsor's first campaign runs since the pilot, the second the whole month. The third may have ended, and the fourth
 * may be in the future.
 */
function period(random: SeededRandom, index: number, now: number): [startsAt: number, endsAt: number] {
  const days = (count: number) => midnight(now + count * DAY_MS);
  if (index === 2 && random.fraction() < 0.6) return [days(-random.whole(50, 90)), days(-random.whole(3, 12))];
  if (index >= 3 && random.fraction() < 0.6) return [days(random.whole(4, 20)), days(random.whole(40, 90))];
  const [least, most] = index === 0 ? [130, 170] : [45, 120];
  return [days(-random.whole(least, most)), days(random.whole(20, 120))];
}

/** Returns the preceding midnight of New York's winter time, where the sponsors' contracts begin and end. */
const midnight = (at: number): number => Math.floor((at - 5 * HOUR_MS) / DAY_MS) * DAY_MS + 5 * HOUR_MS;
