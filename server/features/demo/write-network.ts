import type { Insertable } from 'kysely';
import { DAY_MS } from '#domain/durations.ts';
import { nameKey } from '#domain/name-key.ts';
import { writeTargetRule } from '#domain/targets.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { namesOf } from '../../network/site-queries.ts';
import { insertRows } from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';
import type { PlannedNetwork, PlannedOwner, PlannedSponsor } from './planned-network.ts';
import { type SponsorPictures, writeCampaignStates } from './write-campaign-states.ts';

type Rows = { [Table in keyof AccountsSchema]?: Insertable<AccountsSchema[Table]>[] };

/** Writes a planned network; call it in one transaction. `now` is the instant it was planned for. */
export async function writeNetwork(
  accounts: AccountsDb,
  network: PlannedNetwork,
  { now, pictures }: { readonly now: number; readonly pictures: SponsorPictures },
): Promise<void> {
  const since = now - 200 * DAY_MS;
  const stamps = { created_at: since, updated_at: since };
  for (const rows of [
    customerRows(network, stamps),
    ...network.owners.map((owner) => ownerRows(owner, stamps)),
    assignmentRows(network, since),
    pictureRows(pictures, since),
    ...network.sponsors.map((sponsor) => sponsorRows(sponsor, pictures, stamps)),
  ]) {
    for (const [table, values] of Object.entries(rows))
      await insertRows(accounts, table as keyof AccountsSchema, values);
  }
  await writeCampaignStates(accounts, { network, pictures, now });
}

/** One picture per advertiser. Identical pictures are one file. */
const pictureRows = (pictures: SponsorPictures, at: number): Rows => ({
  creative_files: [...new Map([...pictures.values()].map((one) => [one.hash, { ...one, created_at: at }])).values()],
});

type Stamps = { created_at: number; updated_at: number };

function customerRows({ owners, sponsors }: PlannedNetwork, stamps: Stamps): Rows {
  const row = (id: string, name: string, kind: 'property' | 'advertiser', category: string) => ({
    id,
    ...namesOf(name),
    kind,
    category,
    ...stamps,
    deleted_at: null,
  });
  return {
    customers: [
      ...owners.map(({ id, name, category }) => row(id, name, 'property', category)),
      ...sponsors.map(({ id, name }) => row(id, name, 'advertiser', 'brand')),
    ],
  };
}

const ownerRows = ({ id, category, venues, outlets, shares }: PlannedOwner, stamps: Stamps): Rows => ({
  venues: venues.map(({ timeZone, ...venue }) => ({
    ...venue,
    customer_id: id,
    ...namesOf(venue.name),
    type: category,
    time_zone: timeZone,
    ...stamps,
  })),
  outlets: outlets.map(({ id: outletId, eui, label, lat, lng }) => ({
    id: outletId,
    eui,
    label,
    lat,
    lng,
    last_seen_at: null,
    retired_at: null,
    ...stamps,
  })),
  owner_shares: shares.map(({ ppm, validFrom }, index) => ({
    id: demoRowId('share', id, index),
    customer_id: id,
    share_ppm: ppm,
    valid_from: validFrom,
  })),
});

/** Runs after all venues exist, because an outlet that changed hands names the venues of two owners. */
const assignmentRows = ({ owners }: PlannedNetwork, since: number): Rows => ({
  outlet_assignments: owners.flatMap(({ id: customerId, outlets }) =>
    outlets.flatMap(({ id: outletId, venueId, movedFrom }) => {
      const current = {
        id: demoRowId('assignment', outletId, 1),
        outlet_id: outletId,
        customer_id: customerId,
        venue_id: venueId,
        from_at: movedFrom?.at ?? since,
        to_at: null,
      };
      if (movedFrom === null) return [current];
      return [
        {
          id: demoRowId('assignment', outletId, 0),
          outlet_id: outletId,
          customer_id: movedFrom.customerId,
          venue_id: movedFrom.venueId,
          from_at: since,
          to_at: movedFrom.at,
        },
        current,
      ];
    }),
  ),
});

function sponsorRows(
  { id: customerId, name: sponsor, campaigns }: PlannedSponsor,
  pictures: SponsorPictures,
  stamps: Stamps,
): Rows {
  const flights = campaigns.flatMap((campaign) =>
    campaign.flights.map((flight) => ({ ...flight, campaignId: campaign.id })),
  );
  return {
    campaigns: campaigns.map(({ id, name }) => ({
      id,
      customer_id: customerId,
      name,
      name_key: nameKey(name),
      ...stamps,
    })),
    flights: flights.map(({ id, campaignId, code, startsAt, endsAt, budgetMicros, venueIds }) => ({
      id,
      campaign_id: campaignId,
      code,
      starts_at: startsAt,
      ends_at: endsAt,
      budget_micros: budgetMicros,
      paused: 0,
      // The history consists of views without a play.
      accepts_unsigned: 1 as const,
      targets: writeTargetRule({ venues: [...venueIds] }),
      ...stamps,
    })),
    flight_prices: flights.flatMap(({ id, model, prices }) =>
      prices.map(({ priceMicros, validFrom }, index) => ({
        id: demoRowId('price', id, index),
        flight_id: id,
        model,
        price_micros: priceMicros,
        valid_from: validFrom,
      })),
    ),
    creatives: flights.map(({ id, creative }) => ({
      id: creative.id,
      flight_id: id,
      name: creative.name,
      duration_seconds: creative.seconds,
      target_url: 'https://www.example.com/',
      file_hash: pictures.get(sponsor)?.hash ?? null,
      created_at: stamps.created_at,
    })),
  };
}
