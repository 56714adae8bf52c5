import type { TargetPlaces } from '#contract/flight-parts.ts';
import { shownEui } from '#domain/eui.ts';
import { dollars, type PriceModel } from '#domain/money.ts';
import { readTargetRule } from '#domain/targets.ts';
import { exportColumns } from '../../exports/export-columns.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { type FlightRow, findAllFlights, findFirstPrices } from './flights-queries.ts';
import { standingHoldings } from './reached-outlets.ts';
import type { CampaignNeeds } from './read-flights.ts';

type ExportedFlight = {
  readonly row: FlightRow;
  readonly targets: string;
  readonly price: { readonly model: PriceModel; readonly price_micros: number };
};

const NONE = 'none';

export const CAMPAIGN_COLUMNS = exportColumns<'campaigns', ExportedFlight>('campaigns', {
  advertiser: ({ row }) => row.customer_name,
  campaign: ({ row }) => row.campaign_name,
  flight: ({ row }) => row.code,
  starts: ({ row }) => new Date(row.starts_at).toISOString(),
  ends: ({ row }) => new Date(row.ends_at).toISOString(),
  budget: ({ row }) => dollars(row.budget_micros),
  model: ({ price }) => price.model,
  price: ({ price }) => dollars(price.price_micros),
  targets: ({ targets }) => targets,
  daily_cap: ({ row }) => (row.daily_cap_micros === null ? NONE : dollars(row.daily_cap_micros)),
  visitor_cap: ({ row }) => row.visitor_cap ?? NONE,
  pacing: ({ row }) => row.pacing,
  accepts_unsigned: ({ row }) => (row.accepts_unsigned === 0 ? 'no' : 'yes'),
  sponsor: ({ row }) => row.sponsor,
  category: ({ row }) => row.category,
  time_zone: ({ row }) => row.time_zone,
});

/** Names in a file for the ids of a rule. */
function fileNames(network: Network): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { id, name } of network.customers) names.set(id, `customer:${name}`);
  for (const { customer, venue, outlet } of standingHoldings(network)) {
    names.set(venue.id, `${customer.name} > ${venue.name}`);
    names.set(outlet.id, shownEui(outlet.eui));
  }
  return names;
}

function partsOf(places: TargetPlaces, names: ReadonlyMap<string, string>): string[] {
  const { customers = [], venues = [], outlets = [], venue_types: types = [], states = [], circle } = places;
  return [
    ...[...customers, ...venues, ...outlets].flatMap((id) => names.get(id) ?? []),
    ...types.map((type) => `type:${type}`),
    ...states.map((state) => `state:${state}`),
    ...(circle === undefined ? [] : [`circle:${circle.lat},${circle.lng},${circle.km}`]),
  ];
}

/**
 * Approved flights as lines that an import leaves unchanged. Drafts are left out. A file lists what runs, so importing
 * a draft would approve it without a review.
 */
export async function exportedFlights({ accounts, figures }: CampaignNeeds): Promise<ExportedFlight[]> {
  const [flights, prices, network] = await Promise.all([
    findAllFlights(accounts, { kind: 'all' }),
    findFirstPrices(accounts),
    figures.network(),
  ]);
  const names = fileNames(network);
  return flights.flatMap((row) => {
    const price = prices.get(row.id);
    if (row.state !== 'approved' || price === undefined) return [];
    const { except = {}, ...places } = readTargetRule(row.targets);
    const targets = [...partsOf(places, names), ...partsOf(except, names).map((part) => `!${part}`)].join(' | ');
    return [{ row, targets, price }];
  });
}
