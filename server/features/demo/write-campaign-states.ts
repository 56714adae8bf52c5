import type { Insertable } from 'kysely';
import { DAY_MS } from '#domain/durations.ts';
import { NO_END, NO_START } from '#domain/flight-state.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { insertRows, setOwnerPolicy } from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';
import type { DrawnPicture } from './draw-picture.ts';
import type { PlannedFlight, PlannedNetwork, PlannedSponsor } from './planned-network.ts';

/** Pictures by the advertiser's name. */
export type SponsorPictures = ReadonlyMap<string, DrawnPicture>;

/** Prices in micro-dollars. */
const CARD = [
  ['cpm', '', 130_000_000],
  ['cpm', 'hotel', 150_000_000],
  ['cpc', '', 10_000_000],
  ['cpb', '', 700_000],
  ['flat', '', 400_000],
] as const;

type FlightInsert = Insertable<AccountsSchema['flights']>;
type Writing = { readonly network: PlannedNetwork; readonly pictures: SponsorPictures; readonly now: number };

/**
 * Writes everything around the running campaigns: a rate card, a proposed change, and an owner who reviews each ad.
 * Also writes flights that are drafts, in review, returned, paused and canceled. These flights have no events, because
 * the history contains only running flights.
 */
export async function writeCampaignStates(accounts: AccountsDb, writing: Writing): Promise<void> {
  const { network, now } = writing;
  const rates = CARD.map(([model, type, micros]) => ({
    id: demoRowId('rate', model, type),
    model,
    venue_type: type,
    price_micros: micros,
    valid_from: now - 200 * DAY_MS,
  }));
  await insertRows(accounts, 'rate_card', rates);
  const named = DEMO_ACCOUNTS.flatMap(({ customer }) => customer ?? []);
  const own = network.sponsors.find(({ name }) => named.includes(name as never));
  const other = network.sponsors.find((sponsor) => sponsor !== own);
  if (own !== undefined) await writeOwnStates(accounts, own, writing);
  if (other !== undefined) {
    await writeCampaign(accounts, other, now);
    await writeFlight(accounts, other, writing, { end: 'IN-REVIEW', state: 'in_review' });
  }
  const owner = network.owners.find(({ name }) => named.includes(name as never));
  if (owner !== undefined) await writeDecisions(accounts, owner.id, writing);
}

async function writeOwnStates(accounts: AccountsDb, sponsor: PlannedSponsor, writing: Writing): Promise<void> {
  const { now } = writing;
  await writeCampaign(accounts, sponsor, now);
  const write = (flight: ExtraFlight) => writeFlight(accounts, sponsor, writing, flight);
  await write({ end: 'DRAFT', state: 'draft' });
  await write({ end: 'REVIEW', state: 'in_review' });
  const reason = 'The picture has no space around the logo. Please send a larger one.';
  await write({ end: 'RETURNED', state: 'returned', more: { return_reason: reason } });
  await write({
    end: 'CANCELLED',
    state: 'cancelled',
    more: { approved_at: now - 9 * DAY_MS, cancelled_at: now - 2 * DAY_MS },
  });
  const soon = { approved_at: now - DAY_MS, starts_at: now + 6 * DAY_MS };
  await write({ end: 'SCHEDULED', state: 'approved', more: soon });
  const paused = await write({ end: 'PAUSED', state: 'approved', more: { approved_at: now - 9 * DAY_MS, paused: 1 } });
  await insertRows(accounts, 'flight_pauses', [
    { id: demoRowId('pause', paused), flight_id: paused, from_at: now - 8 * DAY_MS, to_at: null },
  ]);
  const running = sponsor.campaigns
    .flatMap(({ flights }) => flights)
    .find(({ startsAt, endsAt }: PlannedFlight) => startsAt < now && endsAt > now);
  if (running === undefined) return;
  await insertRows(accounts, 'flight_proposals', [
    {
      flight_id: running.id,
      id: demoRowId('proposal', running.id),
      fields: JSON.stringify({ ends_at: running.endsAt + 30 * DAY_MS, daily_cap_micros: 40_000_000 }),
      made_at: now - DAY_MS,
      made_by: 'sponsor@demo.voltboard.example',
      made_by_id: null,
    },
  ]);
}

type ExtraFlight = {
  readonly end: string;
  readonly state: NonNullable<FlightInsert['state']>;
  readonly more?: Partial<FlightInsert>;
};

const campaignIdOf = ({ id }: PlannedSponsor): string => demoRowId('campaign', id, 'next season');
const stampsOf = (now: number) => ({ created_at: now - 10 * DAY_MS, updated_at: now - DAY_MS });

const writeCampaign = (accounts: AccountsDb, sponsor: PlannedSponsor, now: number): Promise<void> =>
  insertRows(accounts, 'campaigns', [
    {
      id: campaignIdOf(sponsor),
      customer_id: sponsor.id,
      name: 'Next season',
      name_key: nameKey('Next season'),
      category: 'food_and_drink',
      ...stampsOf(now),
    },
  ]);

/** Writes a flight in the campaign `Next season`, complete unless it is a draft. Returns its id. */
async function writeFlight(
  accounts: AccountsDb,
  sponsor: PlannedSponsor,
  { pictures, now }: Writing,
  { end, state, more = {} }: ExtraFlight,
): Promise<string> {
  const isDraft = state === 'draft';
  const stamps = stampsOf(now);
  const id = demoRowId('flight', sponsor.id, end);
  const [startsAt, endsAt] = [now - 3 * DAY_MS, now + 45 * DAY_MS];
  await insertRows(accounts, 'flights', [
    {
      id,
      campaign_id: campaignIdOf(sponsor),
      code: `NEXT-${end}`,
      starts_at: isDraft ? NO_START : startsAt,
      ends_at: isDraft ? NO_END : endsAt,
      budget_micros: isDraft ? 0 : 2_000_000_000,
      paused: 0,
      state,
      approved_at: null,
      submitted_at: isDraft ? null : now - 2 * DAY_MS,
      submitted_by: isDraft ? '' : 'sponsor@demo.voltboard.example',
      price_source: 'card',
      price_model: 'cpm',
      ...stamps,
      ...more,
    },
  ]);
  if (isDraft) return id;
  await insertRows(accounts, 'flight_prices', [
    { id: demoRowId('price', id), flight_id: id, model: 'cpm', price_micros: 130_000_000, valid_from: startsAt },
  ]);
  await insertRows(accounts, 'creatives', [
    {
      id: demoRowId('creative', id),
      flight_id: id,
      name: 'Next season, wide',
      duration_seconds: 15,
      target_url: 'https://www.example.com/next-season',
      file_hash: pictures.get(sponsor.name)?.hash ?? null,
      created_at: stamps.created_at,
    },
  ]);
  return id;
}

/** Writes the decisions of an owner who reviews each ad: most ads are accepted, one is refused and one waits. */
async function writeDecisions(accounts: AccountsDb, ownerId: string, { network, now }: Writing): Promise<void> {
  const flights = network.sponsors.flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights));
  const running = flights.filter(
    ({ startsAt, endsAt, venueIds }) => startsAt < now && endsAt > now && venueIds.length === 0,
  );
  const [refused, waiting] = running.slice(-2);
  await setOwnerPolicy(accounts, ownerId, { reviews_creatives: 1, blocked_categories: 'gambling,politics' });
  const decided = flights.filter((flight) => flight !== waiting);
  await insertRows(
    accounts,
    'creative_decisions',
    decided.map((flight) => ({
      creative_id: flight.creative.id,
      customer_id: ownerId,
      decision: flight === refused ? ('refused' as const) : ('accepted' as const),
      reason: flight === refused ? 'Our own restaurant is next to these outlets.' : '',
      decided_at: now - 5 * DAY_MS,
      decided_by: 'owner@demo.voltboard.example',
    })),
  );
}
