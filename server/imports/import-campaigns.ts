import { v7 as newId } from 'uuid';
import type { Targets } from '#contract/flight-parts.ts';
import type { AD_CATEGORY_NAMES } from '#contract/table-choices.ts';
import { counted } from '#domain/counted.ts';
import { dollars, type PriceModel } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import { pricePrecisionProblem } from '#domain/price-precision.ts';
import { readTargetRule, writeTargetRule } from '#domain/targets.ts';
import { breathe } from './breathe.ts';
import { type CustomerBook, cellsIn, createCustomerBook } from './customer-book.ts';
import { count, createSeen, differences, type ImportJob } from './import-outcome.ts';
import {
  type CampaignRow,
  type FlightFields,
  type FlightRow,
  findCampaignsOf,
  findFlightsNamed,
  findPricesOf,
  type PriceRow,
} from './import-queries.ts';
import type { TableRow } from './read-table.ts';
import { loadTargetBook, NO_TARGETS, readTargets, type TargetBook } from './read-targets.ts';
import { createRowReader, type RowReader } from './row-reader.ts';
import type { ImportRun } from './run-import.ts';

type Known = {
  readonly book: CustomerBook;
  /** Campaigns by advertiser and name. Each advertiser's campaigns are read once. */
  readonly campaigns: Map<string, CampaignRow>;
  readonly advertisersRead: Set<string>;
  readonly seen: ReturnType<typeof createSeen>;
  flights: ReadonlyMap<string, FlightRow>;
  prices: ReadonlyMap<string, readonly PriceRow[]>;
  targetBook: TargetBook;
};

/**
 * Imports one flight per line, identified by its code. Creates campaigns that do not exist (by advertiser and name).
 */
export function importCampaigns(job: ImportJob): ImportRun {
  const known: Known = {
    book: createCustomerBook(job),
    campaigns: new Map(),
    advertisersRead: new Set(),
    seen: createSeen(),
    flights: new Map(),
    prices: new Map(),
    targetBook: NO_TARGETS,
  };
  return {
    async batch(rows) {
      await lookUp(job, known, rows);
      await breathe();
      for (const row of rows) importLine(job, known, row);
    },
  };
}

function importLine(job: ImportJob, known: Known, row: TableRow): void {
  job.staging.begin(row.line);
  const reader = createRowReader('campaigns', row, job.findings);
  const wanted = readFlight(job, reader, known);
  if (wanted === null) return;
  const earlier = known.seen(wanted.code.toLowerCase(), row.line);
  if (earlier !== undefined) {
    reader.note('flight', `is also in line ${earlier}; keep one line per flight`);
    return;
  }
  const campaignId = saveCampaign(job, reader, known, wanted);
  const flightId = saveFlight(job, reader, known, campaignId, wanted);
  if (flightId === null) return;
  savePrice(job, reader, known, flightId, wanted);
}

const grouped = <Row extends { flight_id: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.flight_id);
    if (group === undefined) groups.set(row.flight_id, [row]);
    else group.push(row);
  }
  return groups;
};

async function lookUp({ db }: ImportJob, known: Known, rows: readonly TableRow[]): Promise<void> {
  known.book.begin();
  await known.book.learn(cellsIn('campaigns', rows, 'advertiser'));
  for (const name of cellsIn('campaigns', rows, 'advertiser')) {
    const id = known.book.named(name).one?.id;
    if (id !== undefined && !known.advertisersRead.has(id)) await readCampaigns(db, known, id);
  }
  const codes = cellsIn('campaigns', rows, 'flight').map((code) => code.toLowerCase());
  const flights = await findFlightsNamed(db, codes);
  const ids = flights.map(({ id }) => id);
  known.flights = new Map(flights.map((row) => [row.code.toLowerCase(), row]));
  known.prices = grouped(await findPricesOf(db, ids));
  known.targetBook = await loadTargetBook(db, known.book, cellsIn('campaigns', rows, 'targets'));
}

async function readCampaigns(db: ImportJob['db'], known: Known, customerId: string): Promise<void> {
  known.advertisersRead.add(customerId);
  for (let afterId = ''; ; ) {
    const page = await findCampaignsOf(db, customerId, afterId);
    for (const row of page) known.campaigns.set(`${customerId} ${nameKey(row.name)}`, row);
    const last = page.at(-1);
    if (last === undefined) return;
    afterId = last.id;
    await breathe();
  }
}

type WantedFlight = FlightFields & {
  readonly advertiser: { readonly id: string };
  readonly campaign: string;
  readonly code: string;
  readonly model: PriceModel;
  readonly priceMicros: number;
  readonly targets: Targets;
  readonly terms: FlightTerms;
  readonly about: CampaignTerms;
};

function readFlight(job: ImportJob, reader: RowReader<'campaigns'>, known: Known): WantedFlight | null {
  const advertiser = readAdvertiser(reader, known);
  const campaign = reader.text('campaign');
  const code = reader.text('flight');
  if (code !== null && !/^[\w.:-]+$/.test(code)) {
    reader.note('flight', `'${code}' is not a code; use letters, digits and - _ . : only`);
  }
  const stored = known.flights.get((code ?? '').toLowerCase());
  const startsMs = readDay(job, reader, { column: 'starts', edge: 'start', stored: stored?.starts_at });
  const endsMs = readDay(job, reader, { column: 'ends', edge: 'end', stored: stored?.ends_at });
  if (startsMs !== null && endsMs !== null && endsMs <= startsMs) reader.note('ends', 'is before starts; swap the two');
  const budgetMicros = reader.micros('budget');
  const model = reader.choice('model');
  const priceMicros = reader.micros('price');
  const imprecise = model === null || priceMicros === null ? null : pricePrecisionProblem(model, priceMicros);
  if (imprecise !== null) reader.note('price', imprecise);
  const targets = readTargets(reader, known.targetBook);
  const [terms, about] = [readFlightTerms(reader), readCampaignTerms(reader)];
  if (advertiser === null || campaign === null || code === null || startsMs === null || endsMs === null) return null;
  if (budgetMicros === null || model === null || priceMicros === null || !reader.isGood()) return null;
  const fields = { starts_at: startsMs, ends_at: endsMs, budget_micros: budgetMicros };
  known.book.rely(advertiser);
  return { advertiser, campaign, code, ...fields, model, priceMicros, targets, terms, about };
}

type FlightDay = {
  readonly column: 'starts' | 'ends';
  readonly edge: 'start' | 'end';
  /** Epoch ms of the stored flight; undefined for a new flight. */
  readonly stored: number | undefined;
};

/**
 * Reads the flight's start or end in epoch ms. A relative day applies to new flights only, so that the same file
 * changes nothing on a later day.
 */
function readDay(job: ImportJob, reader: RowReader<'campaigns'>, { column, edge, stored }: FlightDay): number | null {
  const day = reader.dayFrom(job.nowMs, column, job.networkTimeZone, edge);
  return day?.isRelative === true ? (stored ?? day.ms) : (day?.ms ?? null);
}

function readAdvertiser(reader: RowReader<'campaigns'>, { book }: Known) {
  const name = reader.text('advertiser');
  if (name === null) return null;
  const { one, problem } = book.named(name);
  if (one?.kind === 'advertiser') return one;
  reader.note('advertiser', problem ?? `'${one?.name ?? name}' is a property customer; enter an advertiser`);
  return null;
}

function saveCampaign(
  job: ImportJob,
  reader: RowReader<'campaigns'>,
  known: Known,
  { advertiser, campaign, about }: WantedFlight,
): string {
  const key = `${advertiser.id} ${nameKey(campaign)}`;
  const stored = known.campaigns.get(key);
  if (stored !== undefined) {
    // Ads and owners' decisions depend on these fields, so they are changed only on the campaign's own screen, not with
    // a flight's line.
    for (const [column, value] of Object.entries(about) as [keyof CampaignTerms, string][])
      if (stored[column] !== value)
        reader.note(column, `differs from the stored value of '${campaign}'; change it on the campaign page`);
    return stored.id;
  }
  const row = {
    sponsor: '',
    category: 'other',
    time_zone: '',
    ...about,
    id: newId(),
    customer_id: advertiser.id,
    name: campaign,
  };
  job.staging.insert('campaigns', {
    ...row,
    name_key: nameKey(campaign),
    created_at: job.nowMs,
    updated_at: job.nowMs,
  });
  known.campaigns.set(key, row);
  count(job, 'campaigns', 'created', { line: reader.line, name: campaign });
  return row.id;
}

function saveFlight(
  job: ImportJob,
  reader: RowReader<'campaigns'>,
  known: Known,
  campaignId: string,
  { code, starts_at, ends_at, budget_micros, targets: wanted, terms }: WantedFlight,
): string | null {
  const { staging, nowMs } = job;
  const targets = writeTargetRule(wanted);
  const fields = { starts_at, ends_at, budget_micros };
  const about = { line: reader.line, name: code };
  const stored = known.flights.get(code.toLowerCase());
  if (stored === undefined) {
    count(job, 'flights', 'created', about);
    const id = newId();
    const rest = { paused: 0, created_at: nowMs, updated_at: nowMs };
    staging.insert('flights', {
      id,
      campaign_id: campaignId,
      code,
      ...fields,
      ...NO_TERMS,
      ...terms,
      targets,
      ...rest,
    });
    return id;
  }
  if (stored.campaign_id !== campaignId) {
    reader.note('flight', `'${stored.code}' belongs to another campaign; enter another code`);
    return null;
  }
  if (stored.code !== code) {
    reader.note('flight', `is stored as '${stored.code}'; use the same spelling`);
    return null;
  }
  const next = { ...stored, ...fields, ...terms };
  if (noteTooLittle(job, reader, stored, next)) return null;
  const changes = [...changesOf(stored, next), ...changedTargets(stored, targets, reader)];
  if (changes.length > 0) {
    const change = { ...fields, ...terms, targets, updated_at: Math.max(nowMs, stored.updated_at + 1) };
    staging.update('flights', { id: stored.id, ...change }, stored.updated_at);
  }
  count(job, 'flights', changes.length > 0 ? 'changed' : 'unchanged', { ...about, fields: changes });
  return stored.id;
}

const NO_TERMS = { label: '', daily_cap_micros: null, visitor_cap: null, pacing: 'even', accepts_unsigned: 0 } as const;

type ShownTerms = FlightFields &
  Pick<FlightRow, 'daily_cap_micros' | 'visitor_cap' | 'pacing' | 'accepts_unsigned' | 'label'>;

/** Returns the changes in the file's units. */
function changesOf(before: ShownTerms, after: ShownTerms) {
  const dollars = (micros: number | null) => (micros === null ? 'none' : micros / 1_000_000);
  const shown = (row: typeof before) => ({
    starts: new Date(row.starts_at).toISOString(),
    ends: new Date(row.ends_at).toISOString(),
    budget: dollars(row.budget_micros),
    daily_cap: dollars(row.daily_cap_micros),
    visitor_cap: row.visitor_cap ?? 'none',
    pacing: row.pacing,
    accepts_unsigned: row.accepts_unsigned === 0 ? 'no' : 'yes',
    flight_name: row.label,
  });
  return differences(shown(before), shown(after), [
    ...(['starts', 'ends', 'budget', 'daily_cap', 'visitor_cap', 'pacing', 'accepts_unsigned', 'flight_name'] as const),
  ]);
}

const PLACE = { one: 'place', other: 'places' };

/** Returns the change of a flight's targets, so that it is counted and shown before it is stored. */
function changedTargets(stored: FlightRow, rule: string, reader: RowReader<'campaigns'>) {
  if (stored.targets === rule) return [];
  const { except = {}, ...places } = readTargetRule(stored.targets);
  const named = [...Object.values(places), ...Object.values(except)].flat().length;
  const before = named === 0 ? 'everywhere' : counted(named, PLACE);
  return [{ field: 'targets', before, after: reader.optionalText('targets') || 'everywhere' }];
}

/**
 * Saves a new flight's price, which applies from the flight's start. The price of a stored flight is changed only with
 * `set-price`, so that history stays the same.
 */
function savePrice(
  job: ImportJob,
  reader: RowReader<'campaigns'>,
  known: Known,
  flightId: string,
  { code, starts_at: fromMs, model, priceMicros }: WantedFlight,
): void {
  const versions = [...(known.prices.get(flightId) ?? [])].sort((one, other) => one.valid_from - other.valid_from);
  const [first] = versions;
  const isStored = versions.some((version) => version.model === model && version.price_micros === priceMicros);
  if (first !== undefined && !isStored) {
    reader.note(
      'price',
      'differs from the stored price; keep the stored one here and use `admin set-price` for a new price from a date',
    );
  } else if (first === undefined || fromMs < first.valid_from) {
    const version = { model, price_micros: priceMicros, valid_from: fromMs };
    job.staging.insert('flight_prices', { id: newId(), flight_id: flightId, ...version });
    count(job, 'prices', 'created', { line: reader.line, name: code });
  }
}

/** A line's flight name, caps, pacing and handling of unsigned views. Empty cells keep the stored values. */
type FlightTerms = {
  readonly label?: string;
  readonly daily_cap_micros?: number | null;
  readonly visitor_cap?: number | null;
  readonly pacing?: 'even' | 'fast';
  readonly accepts_unsigned?: 0 | 1;
};

/** A line's values for its campaign. */
type CampaignTerms = {
  readonly sponsor?: string;
  readonly category?: (typeof AD_CATEGORY_NAMES)[number];
  readonly time_zone?: string;
};

const NONE = 'none';

function readFlightTerms(reader: RowReader<'campaigns'>): FlightTerms {
  const pacing = reader.has('pacing') ? reader.choice('pacing') : null;
  const label = reader.optionalText('flight_name');
  const unsigned = reader.has('accepts_unsigned') ? reader.choice('accepts_unsigned') : null;
  return {
    ...(label === '' ? {} : { label }),
    ...readDailyCap(reader),
    ...readVisitorCap(reader),
    ...(pacing === null ? {} : { pacing }),
    ...(unsigned === null ? {} : { accepts_unsigned: unsigned === 'yes' ? 1 : 0 }),
  };
}

function readDailyCap(reader: RowReader<'campaigns'>): FlightTerms {
  if (!reader.has('daily_cap')) return {};
  if (reader.isWord('daily_cap', NONE)) return { daily_cap_micros: null };
  const micros = reader.micros('daily_cap');
  if (micros === 0) reader.note('daily_cap', 'is 0; enter none for no cap');
  return micros === null ? {} : { daily_cap_micros: micros };
}

function readVisitorCap(reader: RowReader<'campaigns'>): FlightTerms {
  if (!reader.has('visitor_cap')) return {};
  if (reader.isWord('visitor_cap', NONE)) return { visitor_cap: null };
  const cap = reader.whole('visitor_cap', 1_000);
  return cap === null ? {} : { visitor_cap: cap };
}

function readCampaignTerms(reader: RowReader<'campaigns'>): CampaignTerms {
  const sponsor = reader.optionalText('sponsor');
  const category = reader.has('category') ? reader.choice('category') : null;
  const zone = reader.timeZone('time_zone');
  return {
    ...(sponsor === '' ? {} : { sponsor }),
    ...(category === null ? {} : { category }),
    ...(zone === undefined || zone === null ? {} : { time_zone: zone }),
  };
}

type Terms = { readonly budget_micros: number; readonly daily_cap_micros: number | null };

/** Notes an error if a budget or cap is lower than the amount that was spent or is reserved for running ads. */
function noteTooLittle(
  { least }: ImportJob,
  reader: RowReader<'campaigns'>,
  stored: Terms & { readonly code: string },
  next: Terms,
): boolean {
  const known = least.get(stored.code.toLowerCase());
  if (known === undefined) return false;
  const { daily_cap_micros: cap } = next;
  const isLess = next.budget_micros < stored.budget_micros && next.budget_micros < known.allMicros;
  const isCapped =
    cap !== null && cap < (stored.daily_cap_micros ?? Number.POSITIVE_INFINITY) && cap < known.todayMicros;
  if (isLess) reader.note('budget', `is less than the ${dollars(known.allMicros)} already spent or reserved`);
  if (isCapped)
    reader.note('daily_cap', `is less than the ${dollars(known.todayMicros)} already spent or reserved today`);
  return isLess || isCapped;
}
