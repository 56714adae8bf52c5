import type { PriceModel } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import { findCustomers } from '../network/site-queries.ts';
import { addPrice } from '../network/version-queries.ts';
import { count, createSeen, type ImportJob } from './import-outcome.ts';
import {
  type CampaignRow,
  type FlightFields,
  type FlightRow,
  findCampaigns,
  findFlights,
  findPrices,
  findTargets,
  insertCampaign,
  insertFlight,
  type PriceRow,
  setTargets,
  type TargetRow,
  updateFlight,
} from './import-queries.ts';
import type { Columns } from './read-table.ts';
import { loadTargetBook, readTargets, type Target, type TargetBook } from './read-targets.ts';
import { createRowReader, type RowReader } from './row-reader.ts';

export const CAMPAIGN_COLUMNS: Columns = {
  required: ['advertiser', 'campaign', 'flight', 'starts', 'ends', 'budget', 'model', 'price'],
  optional: ['targets'],
};

const MODELS: readonly PriceModel[] = ['cpm', 'cpc', 'cpb', 'flat'];

type Known = {
  readonly advertisers: ReadonlyMap<string, { id: string; name: string; kind: string }>;
  readonly campaigns: Map<string, CampaignRow>;
  readonly flights: ReadonlyMap<string, FlightRow>;
  readonly prices: ReadonlyMap<string, PriceRow[]>;
  readonly targets: ReadonlyMap<string, TargetRow[]>;
  readonly targetBook: TargetBook;
};

/** One flight a line, known by its code; makes campaigns it does not know (by advertiser and name). */
export async function importCampaigns(job: ImportJob): Promise<void> {
  const known = await loadKnown(job);
  const seen = createSeen();
  for (const row of job.table.rows) {
    const reader = createRowReader(row, job.findings);
    const wanted = readFlight(job, reader, known);
    if (wanted === null) continue;
    const earlier = seen(wanted.code.toLowerCase(), row.line);
    if (earlier !== undefined) {
      reader.note('flight', `stands in line ${earlier} too; one line for each flight`);
      continue;
    }
    const campaignId = await saveCampaign(job, known, wanted.advertiserId, wanted.campaign);
    const flightId = await saveFlight(job, reader, known, campaignId, wanted);
    if (flightId === null) continue;
    await saveTargets(job, known, flightId, wanted.targets);
    await savePrice(job, reader, known, flightId, wanted);
  }
}

const grouped = <Row extends { flight_id: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.flight_id, [...(groups.get(row.flight_id) ?? []), row]);
  return groups;
};

async function loadKnown({ tx }: ImportJob): Promise<Known> {
  const customers = await findCustomers(tx);
  return {
    advertisers: new Map(customers.map((row) => [row.name_key, row])),
    campaigns: new Map((await findCampaigns(tx)).map((row) => [`${row.customer_id} ${nameKey(row.name)}`, row])),
    flights: new Map((await findFlights(tx)).map((row) => [row.code.toLowerCase(), row])),
    prices: grouped(await findPrices(tx)),
    targets: grouped(await findTargets(tx)),
    targetBook: await loadTargetBook(tx, customers),
  };
}

type WantedFlight = FlightFields & {
  readonly advertiserId: string;
  readonly campaign: string;
  readonly code: string;
  readonly model: PriceModel;
  readonly priceMicros: number;
  readonly targets: readonly Target[];
};

function readFlight(job: ImportJob, reader: RowReader, known: Known): WantedFlight | null {
  const advertiser = readAdvertiser(reader, known);
  const campaign = reader.text('campaign', 200);
  const code = reader.text('flight', 64);
  if (code !== null && !/^[\w.:-]+$/.test(code)) {
    reader.note('flight', `'${code}' is no code; write letters, digits and - _ . : only`);
  }
  const startsMs = reader.instant('starts', job.networkTimeZone, 'start');
  const endsMs = reader.instant('ends', job.networkTimeZone, 'end');
  if (startsMs !== null && endsMs !== null && endsMs <= startsMs)
    reader.note('ends', 'lies before starts; exchange the two');
  const budgetMicros = reader.micros('budget');
  const model = reader.choice('model', MODELS);
  const priceMicros = reader.micros('price');
  const targets = readTargets(reader, known.targetBook);
  if (advertiser === null || campaign === null || code === null || startsMs === null || endsMs === null) return null;
  if (budgetMicros === null || model === null || priceMicros === null || !reader.isGood()) return null;
  const fields = { starts_at: startsMs, ends_at: endsMs, budget_micros: budgetMicros };
  return { advertiserId: advertiser.id, campaign, code, ...fields, model, priceMicros, targets };
}

function readAdvertiser(reader: RowReader, known: Known): { id: string } | null {
  const name = reader.text('advertiser', 200);
  if (name === null) return null;
  const found = known.advertisers.get(nameKey(name));
  if (found?.kind === 'advertiser') return found;
  const message =
    found === undefined
      ? `'${name}' is unknown; import it in customers.csv first, or correct the name`
      : `'${found.name}' is a property customer; campaigns belong to advertisers`;
  reader.note('advertiser', message);
  return null;
}

async function saveCampaign(job: ImportJob, known: Known, advertiserId: string, name: string): Promise<string> {
  const key = `${advertiserId} ${nameKey(name)}`;
  const stored = known.campaigns.get(key);
  if (stored !== undefined) return stored.id;
  const id = await insertCampaign(job.tx, { customer_id: advertiserId, name }, job.nowMs);
  known.campaigns.set(key, { id, customer_id: advertiserId, name });
  count(job, 'campaigns', 'created');
  return id;
}

async function saveFlight(
  job: ImportJob,
  reader: RowReader,
  known: Known,
  campaignId: string,
  { code, starts_at, ends_at, budget_micros }: WantedFlight,
): Promise<string | null> {
  const fields = { starts_at, ends_at, budget_micros };
  const stored = known.flights.get(code.toLowerCase());
  if (stored === undefined) {
    count(job, 'flights', 'created');
    return insertFlight(job.tx, { campaign_id: campaignId, code, ...fields }, job.nowMs);
  }
  if (stored.campaign_id !== campaignId) {
    reader.note('flight', `'${stored.code}' belongs to another campaign; write another code`);
    return null;
  }
  if (stored.code !== code) {
    reader.note('flight', `is stored as '${stored.code}'; write it that way`);
    return null;
  }
  const unchanged =
    stored.starts_at === starts_at && stored.ends_at === ends_at && stored.budget_micros === budget_micros;
  if (!unchanged) await updateFlight(job.tx, stored.id, fields, job.nowMs);
  count(job, 'flights', unchanged ? 'unchanged' : 'changed');
  return stored.id;
}

async function saveTargets(job: ImportJob, known: Known, flightId: string, targets: readonly Target[]): Promise<void> {
  const keyOf = (target: Omit<TargetRow, 'flight_id'>): string => target.outlet_id ?? target.venue_id ?? '';
  const stored = new Set((known.targets.get(flightId) ?? []).map(keyOf));
  if (stored.size === targets.length && targets.every((target) => stored.has(keyOf(target)))) return;
  await setTargets(job.tx, flightId, targets);
}

/** The price holds from the flight's start. A stored flight's price changes by `set-price` only: history does not change. */
async function savePrice(
  job: ImportJob,
  reader: RowReader,
  known: Known,
  flightId: string,
  { starts_at: fromMs, model, priceMicros }: WantedFlight,
): Promise<void> {
  const versions = [...(known.prices.get(flightId) ?? [])].sort((one, other) => one.valid_from - other.valid_from);
  const [first] = versions;
  const isStored = versions.some((version) => version.model === model && version.price_micros === priceMicros);
  if (first !== undefined && !isStored) {
    reader.note(
      'price',
      'differs from the stored one; keep it here and use `admin set-price` for a new price from a date on',
    );
  } else if (first === undefined || fromMs < first.valid_from) {
    await addPrice(job.tx, { flightId, model, priceMicros, fromMs });
    count(job, 'prices', 'created');
  }
}
