import type { FastifyInstance } from 'fastify';
import { Value } from 'typebox/value';
import { getFlightForecast } from '#contract/flight-forecast.ts';
import { Targets } from '#contract/flight-parts.ts';
import { addRate, getRateCard } from '#contract/rate-card.ts';
import { listTargetChoices } from '#contract/target-choices.ts';
import { flightLevel, LEAST_OUTLETS, toTwoDigits } from '#domain/disclosure-groups.ts';
import { outletNameWithEui } from '#domain/eui.ts';
import { highest } from '#domain/extremes.ts';
import { type Estimate, forecast } from '#domain/forecast.ts';
import { dollars, type PriceModel, parseMicros } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import { compareNames } from '#domain/name-order.ts';
import type { Scope } from '#domain/role.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readInstant } from '../../lib/read-instant.ts';
import { checkedPriceMicros } from '../../network/checked-price.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import { US_CITIES } from '../../network/us-cities.gen.ts';
import { addToRateCard, cardPrices } from './flight-prices.ts';
import { findRateCard, findVenuesNamed, type RateRow } from './flights-queries.ts';
import { createGroupedViews } from './grouped-views.ts';
import { pointsOf, reachedOutlets, standingHoldings, targetPlaceOf } from './reached-outlets.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { viewsByDay } from './views-by-day.ts';

const COSTLY = { isCostly: true } as const;

const MOST_CHOICES = 20;
const typeKey = (type: string): string => type.trim().toLowerCase();

function readTargets(text: string | undefined): Targets {
  if (text === undefined || text === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (Value.Check(Targets, parsed)) return parsed;
  } catch {
    // The error below reports this, as for any other invalid text.
  }
  throw new FieldError({ targets: 'The targets are not a valid rule in JSON.' });
}

/** Registers the routes for what a flight would reach and cost, the available targets, and the network's prices. */
export function forecastRoutes(needs: CampaignNeeds) {
  const { accounts, config, now } = needs;
  const readHistory = createViewHistory(needs);
  const shownCard = async (onlyHeld: boolean) => {
    const [card, network] = await Promise.all([findRateCard(accounts), needs.figures.network()]);
    const held = new Set<RateRow>();
    for (const model of ['cpm', 'cpc', 'cpb', 'flat'] as PriceModel[])
      for (const rate of cardPrices(card, model, now())) held.add(rate);
    const types = new Set([...standingHoldings(network)].map(({ venue }) => typeKey(venue.type)));
    return {
      data: card
        .filter((rate) => !onlyHeld || held.has(rate))
        .map((rate) => ({
          model: rate.model,
          venue_type: rate.venue_type === '' ? null : rate.venue_type,
          price: dollars(rate.price_micros),
          from: new Date(rate.valid_from).toISOString(),
          holds: held.has(rate),
        })),
      venue_types: [...types].filter((type) => type !== '').sort(),
    };
  };

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      getFlightForecast,
      async (request) => {
        const { query } = request;
        const targets = readTargets(query.targets);
        const zone =
          query.time_zone !== undefined && isTimeZone(query.time_zone) ? query.time_zone : config.networkTimeZone;
        const [startsMs, endsMs] = [
          query.starts === undefined ? null : readInstant(query.starts, zone),
          query.ends === undefined ? null : readInstant(query.ends, zone, 'end'),
        ];
        const { holdings, blocked } = await reachedOutlets(needs, targets, query.category ?? null);
        const { snapshot } = await needs.network.current();
        const places = holdings.map(targetPlaceOf);
        const competing =
          startsMs === null || endsMs === null
            ? []
            : (await snapshot.catalog.openFlights(now())).filter(
                (flight) =>
                  flight.startsMs < endsMs && flight.endsMs > startsMs && places.some((place) => flight.reaches(place)),
              );
        const card = await findRateCard(accounts);
        const types = new Set(holdings.map(({ venue }) => typeKey(venue.type)));
        const all = query.model === undefined ? [] : cardPrices(card, query.model, now());
        const known = new Set(all.map(({ venue_type: type }) => type));
        const prices = all.filter(({ venue_type: type }) =>
          type === '' ? [...types].some((one) => !known.has(one)) : types.has(type),
        );
        const history = await readHistory(scopeOfRequest(request), { targets, holdings, blocked, zone, nowMs: now() });
        const told = forecast({
          daily: history?.daily ?? [],
          startsMs: startsMs === null ? null : Math.max(startsMs, now()),
          endsMs,
          competing: history?.competing(competing.length) ?? 0,
          budgetMicros: query.budget === undefined ? null : parseMicros(query.budget),
          dailyCapMicros: query.daily_cap === undefined ? null : parseMicros(query.daily_cap),
          model: query.model ?? null,
          priceMicros: prices.length === 0 ? null : highest(prices.map(({ price_micros: price }) => price)),
        });
        return {
          outlets: holdings.length,
          blocked_outlets: blocked,
          reached: pointsOf(holdings),
          views_28_days:
            history === null ? null : Math.round(history.rounded(history.daily.reduce((sum, of) => sum + of, 0))),
          precision: history?.precision ?? ('withheld' as const),
          competing: history?.competing(competing.length) ?? null,
          days: told.days,
          views: history === null ? null : roundAll(told.views, history.rounded),
          spend: history === null ? null : roundAll(told.spend, history.rounded),
          prices: prices.map((rate) => ({
            venue_type: rate.venue_type === '' ? null : rate.venue_type,
            price: dollars(rate.price_micros),
          })),
        };
      },
      COSTLY,
    );
    addRoute(app, listTargetChoices, async ({ query }) => {
      const key = nameKey(query.q ?? '');
      const network = await needs.figures.network();
      type Choice = { id: string; name: string; within: string; outlets: number };
      const lists = {
        customers: new Map<string, Choice>(),
        venues: new Map<string, Choice>(),
        outlets: new Map<string, Choice>(),
        venue_types: new Map<string, Choice>(),
        states: new Map<string, Choice>(),
      };
      const add = (list: Map<string, Choice>, id: string, name: string, within: string) => {
        const known = list.get(id);
        if (known === undefined) list.set(id, { id, name, within, outlets: 1 });
        else known.outlets += 1;
      };
      const venues = new Set<string>();
      for (const { customer, venue, outlet } of standingHoldings(network)) {
        venues.add(venue.id);
        if (customer.nameKey.includes(key)) add(lists.customers, customer.id, customer.name, '');
        if (venue.nameKey.includes(key)) add(lists.venues, venue.id, venue.name, customer.name);
        if (lists.outlets.size < MOST_CHOICES && (outlet.eui.includes(key) || outlet.labelKey.includes(key)))
          add(lists.outlets, outlet.id, outletNameWithEui(outlet), `${customer.name} > ${venue.name}`);
        if (venue.type !== '') add(lists.venue_types, typeKey(venue.type), venue.type, '');
        if (venue.state !== '') add(lists.states, typeKey(venue.state), venue.state, '');
      }
      const most = (list: Map<string, Choice>, limit = MOST_CHOICES) =>
        [...list.values()].sort((a, b) => compareNames(a.name, b.name)).slice(0, limit);
      return {
        customers: most(lists.customers),
        venues: most(lists.venues),
        outlets: most(lists.outlets),
        venue_types: most(lists.venue_types, 200),
        states: most(lists.states, 200),
        places: await findPlaces(needs, (query.q ?? '').trim(), venues),
      };
    });
    addRoute(app, getRateCard, (request) => shownCard(scopeOfRequest(request).kind !== 'all'));
    addRoute(app, addRate, async (request) => {
      const { model, venue_type: type, price, from } = request.body;
      const priceMicros = checkedPriceMicros(model, price);
      const nowMs = now();
      const fromMs = from === undefined || from === '' ? nowMs : readInstant(from, config.networkTimeZone);
      if (fromMs === null) throw new FieldError({ from: `'${from}' is not a date.` });
      if (fromMs < nowMs)
        throw new FieldError({ from: 'Enter a time that isn’t in the past. New prices can’t apply to the past.' });
      const venueType = typeKey(type ?? '');
      if (type !== null && venueType === '')
        throw new FieldError({ venue_type: 'Enter a venue type, or choose all types.' });
      await accounts.transaction().execute(async (tx) => {
        const rate = { model, venue_type: venueType, price_micros: priceMicros, valid_from: fromMs };
        const outcome = await addToRateCard(tx, rate);
        if (outcome === 'unchanged')
          throw new FieldError({ price: 'This is already the price at that time.' }, 'conflict');
        if (outcome === 'conflict')
          throw new FieldError({ from: 'Another price already starts at that time. Choose another time.' }, 'conflict');
        const detail = { model, venue_type: venueType, price, from: new Date(fromMs).toISOString() };
        await writeAudit(tx, {
          ...authorOf(request),
          at: nowMs,
          action: 'rate-card.changed',
          subject: 'rate card',
          detail,
        });
      });
      return shownCard(false);
    });
  };
}

/** The least length of a text for which places are searched. */
const LEAST_LETTERS = 2;

/**
 * Finds places for the center of a circle, without a service outside: the largest US cities, cities of venues, and
 * venues by name or address. Only venues in service are found.
 */
async function findPlaces({ accounts }: CampaignNeeds, text: string, inService: ReadonlySet<string>) {
  if (text.length < LEAST_LETTERS) return [];
  const key = nameKey(text);
  const known = US_CITIES.filter(([name, state]) => nameKey(`${name}, ${state}`).includes(key)).map(
    ([name, state, lat, lng]) => ({ name, within: state, lat, lng }),
  );
  const venues = (await findVenuesNamed(accounts, text)).filter(({ id }) => inService.has(id));
  const places = new Map(known.map((place) => [nameKey(`${place.name} ${place.within}`), place]));
  // A city's center is unknown if no list has it, so its first venue stands in.
  for (const { city, state, lat, lng } of venues)
    if (nameKey(city).includes(key) && !places.has(nameKey(`${city} ${state}`)))
      places.set(nameKey(`${city} ${state}`), { name: city, within: state, lat: lat ?? 0, lng: lng ?? 0 });
  const named = venues
    .filter(({ name, address }) => nameKey(name).includes(key) || nameKey(address).includes(key))
    .map(({ name, address, city, state, lat, lng }) => ({
      name: address === '' ? name : `${address} (${name})`,
      within: [city, state].filter(Boolean).join(', '),
      lat: lat ?? 0,
      lng: lng ?? 0,
    }));
  return [...[...places.values()].slice(0, MOST_CHOICES / 2), ...named].slice(0, MOST_CHOICES);
}

const FORECAST_DAYS = 28;

type Asked = {
  readonly targets: Targets;
  readonly holdings: readonly Holding[];
  readonly blocked: number;
  readonly zone: string;
  readonly nowMs: number;
};

/** The data behind a forecast, as precise as the caller may see it. */
type ViewHistory = {
  /** Daily views of all ads at the outlets. */
  readonly daily: readonly number[];
  readonly precision: 'exact' | 'grouped';
  readonly rounded: (value: number) => number;
  readonly competing: (count: number) => number;
};

const EXACT = { precision: 'exact' as const, rounded: (value: number) => value, competing: (count: number) => count };
const GROUPED = { precision: 'grouped' as const, rounded: toTwoDigits, competing: flightLevel };

/**
 * Creates a reader for the views of the last days at some outlets. Administrators get exact numbers. Other callers get
 * means for groups of outlets (docs/threat-model.md#forecasts). The reader returns null if too few outlets are selected
 * or published.
 */
function createViewHistory({ config, figures }: CampaignNeeds) {
  const readGrouped = createGroupedViews(figures);

  return async (scope: Scope, { targets, holdings, blocked, zone, nowMs }: Asked): Promise<ViewHistory | null> => {
    const mayKnowOutlets = scope.kind === 'all';
    if (mayKnowOutlets) {
      const isEverywhere = Object.keys(targets).length === 0 && blocked === 0;
      const keys = isEverywhere && holdings.length > 0 ? null : holdings.map(({ outlet }) => outlet.key);
      return { daily: await viewsByDay(figures, keys, { days: FORECAST_DAYS, zone, nowMs }), ...EXACT };
    }
    // All callers use the same time zone. Windows that begin at other hours would reveal parts of a day.
    const at = { days: FORECAST_DAYS, zone: config.networkTimeZone, nowMs };
    const { dailyMeans, groupOfVenue } = await readGrouped(at);
    const daily = Array.from({ length: FORECAST_DAYS }, () => 0);
    let outlets = 0;
    for (const { venue } of holdings) {
      const means = dailyMeans[groupOfVenue.get(venue.id) ?? -1];
      if (means === undefined) continue;
      outlets += 1;
      for (const [day, mean] of means.entries()) daily[day] = (daily[day] ?? 0) + mean;
    }
    return outlets < LEAST_OUTLETS ? null : { daily, ...GROUPED };
  };
}

/** Rounds an estimate to the precision that the caller may see. */
const roundAll = (estimate: Estimate | null, rounded: ViewHistory['rounded']): Estimate | null =>
  estimate && { low: rounded(estimate.low), likely: rounded(estimate.likely), high: rounded(estimate.high) };
