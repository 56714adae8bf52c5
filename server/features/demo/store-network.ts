import { join } from 'node:path';
import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ReportQuestion } from '#contract/saved-reports.ts';
import { DAY_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { nameKey } from '#domain/name-key.ts';
import { personKeys } from '#domain/person-names.ts';
import { writeTargetRule } from '#domain/targets.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { writeWhole } from '../../lib/write-whole.ts';
import { createAccessKey } from '../../network/access-key.ts';
import { namesOf } from '../../network/site-queries.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { insertRows } from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';
import { type DrawnPicture, drawPicture } from './draw-picture.ts';
import {
  type PlannedNetwork,
  type PlannedOutlet,
  type PlannedOwner,
  type PlannedSponsor,
  reportingOutlets,
} from './planned-network.ts';
import { type SponsorPictures, writeCampaignStates } from './write-campaign-states.ts';

type Storing = {
  readonly accounts: AccountsDb;
  readonly dataDir: string;
  readonly network: PlannedNetwork;
  /** The time that the network was planned for (epoch ms). */
  readonly plannedFor: number;
  /** Records in the same transaction that the network exists. */
  readonly note: (transaction: AccountsDb) => Promise<void>;
};

/**
 * Writes the network, the demo accounts and the outlet keys in one transaction. The plain keys are written to a file
 * before the commit. After a kill in between, the next start creates both again, so the file is never missing.
 */
export async function storeNetwork({ accounts, dataDir, network, plannedFor, note }: Storing): Promise<void> {
  const hashes = await Promise.all(DEMO_ACCOUNTS.map(({ password }) => hashPassword(password)));
  // Drawn before the transaction begins, so that no other writer waits for a picture.
  const pictures = new Map<string, DrawnPicture>();
  for (const { name } of network.sponsors) pictures.set(name, await drawPicture(name));
  const keys = reportingOutlets(network).map((outlet) => ({ outlet, ...createAccessKey() }));
  await accounts.transaction().execute(async (transaction) => {
    await writeNetwork(transaction, network, { now: plannedFor, pictures });
    const keyRows = keys.map(({ outlet, hash, prefix }) => ({
      id: uuid(),
      key_hash: hash,
      prefix,
      outlet_id: outlet.id,
      customer_id: null,
      label: 'simulator',
      created_at: plannedFor,
      revoked_at: null,
      last_used_at: null,
    }));
    await insertRows(transaction, 'access_keys', keyRows);
    const userRows = DEMO_ACCOUNTS.map((account, index) =>
      userRow(account, { network, hash: hashes[index] ?? '', at: plannedFor - 90 * DAY_MS + index }),
    );
    await insertRows(transaction, 'users', userRows);
    const { marks, reports } = demoReports(userRows, plannedFor);
    await insertRows(transaction, 'saved_reports', reports);
    await insertRows(transaction, 'report_marks', marks);
    await note(transaction);
    writeSimulatorKeys(dataDir, network, keys);
  });
}

type AccountMaking = { readonly network: PlannedNetwork; readonly hash: string; readonly at: number };

function userRow(
  { role, email, firstName, lastName, customer }: (typeof DEMO_ACCOUNTS)[number],
  { network, hash, at }: AccountMaking,
) {
  const linked = [...network.owners, ...network.sponsors].find(({ name }) => name === customer);
  return {
    id: uuid(),
    first_name: firstName,
    last_name: lastName,
    ...personKeys(firstName, lastName),
    email,
    email_key: emailKey(email) ?? email,
    email_verified: 1 as const,
    phone_number: '',
    avatar: '[]',
    provider: 'local',
    role,
    customer_id: linked?.id ?? null,
    disabled: 0 as const,
    demo: 1 as const,
    password_hash: hash,
    import_hash: null,
    authentication_uid: null,
    created_at: at,
    updated_at: at,
    created_by_id: null,
    updated_by_id: null,
    deleted_at: null,
  };
}

/**
 * Minutes between two contacts of an outlet on a poor connection. It is late in between, but never silent so long that
 * it raises an alert.
 */
const POOR_LINE_MINUTES = 40;
const POOR_LINE_FEWER = 400;

/**
 * Writes `<dataDir>/demo-keys.json` (mode 0600), the simulator's keys file. `npm run simulate -- --help` describes its
 * format.
 */
function writeSimulatorKeys(
  dataDir: string,
  { sponsors }: PlannedNetwork,
  keys: readonly { readonly outlet: PlannedOutlet; readonly key: string }[],
): void {
  const flights = sponsors.flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights));
  const file = {
    flights: flights.map(({ code, startsAt, endsAt, venueIds }) => ({
      code,
      startsAt,
      endsAt,
      anywhere: venueIds.length === 0,
    })),
    outlets: keys.map(({ outlet: { eui, venueId, viewsPerDay, poorLine }, key }) => ({
      eui,
      key,
      viewsPerDay: Math.round(viewsPerDay * 10) / (poorLine ? POOR_LINE_FEWER : 10),
      ...(poorLine ? { heartbeatMinutes: POOR_LINE_MINUTES } : {}),
      flights: flights.filter(({ venueIds }) => venueIds.includes(venueId)).map(({ code }) => code),
    })),
  };
  writeWhole(join(dataDir, 'demo-keys.json'), JSON.stringify(file));
}

type DemoRole = (typeof DEMO_ACCOUNTS)[number]['role'];
type Kept = { readonly name: string; readonly question: ReportQuestion; readonly note: string };

/** The saved report of each demo account, and its note for a day. */
const KEPT: Readonly<Record<DemoRole, Kept>> = {
  admin: {
    name: 'Network, week by week',
    question: { range: '90d', dimensions: 'week', metrics: 'revenue,views,burns', compare: 'previous' },
    note: 'West coast meters were read',
  },
  property: {
    name: 'Month by venue',
    question: { range: 'last-month', dimensions: 'venue', metrics: 'revenue,views,energy_cost', compare: 'previous' },
    note: 'Marathon in town',
  },
  advertiser: {
    name: 'Campaigns by day',
    question: { range: '30d', dimensions: 'day,campaign', metrics: 'revenue,views,clicks,burns' },
    note: 'Posters installed',
  },
};

type Maker = { readonly id: string; readonly role: DemoRole; readonly customer_id: string | null };

/** Builds a shared report and a note for a day, for each of the accounts. */
function demoReports(makers: readonly Maker[], at: number) {
  const of = ({ id, role, customer_id }: Maker) => ({ kept: KEPT[role], owner: { user_id: id, customer_id } });
  const reports = makers.map((maker) => {
    const { kept, owner } = of(maker);
    const { name, question } = kept;
    const said = { name, name_key: nameKey(name), question: JSON.stringify(question), shared: 1 as const };
    const madeAt = at - 20 * DAY_MS;
    return {
      id: demoRowId('report', maker.role),
      ...owner,
      ...said,
      version: 0,
      created_at: madeAt,
      updated_at: madeAt,
    };
  });
  const marks = makers.map((maker) => {
    const { kept, owner } = of(maker);
    const madeAt = at - 8 * DAY_MS;
    const day = new Date(madeAt).toISOString().slice(0, 10);
    return { id: demoRowId('mark', maker.role), ...owner, day, words: kept.note, created_at: madeAt };
  });
  return { reports, marks };
}

type Rows = { [Table in keyof AccountsSchema]?: Insertable<AccountsSchema[Table]>[] };

/** Writes a planned network. Call this in a transaction. `now` is the time that the network was planned for. */
async function writeNetwork(
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

/** Returns one picture per advertiser. Identical pictures share a file. */
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

/**
 * Builds the assignments. They are written after all venues, because an outlet that changed hands refers to the venues
 * of two owners.
 */
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
