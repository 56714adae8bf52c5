import { type FlightDetail, NO_FIGURES, type WrittenFlight } from '#contract/flight-parts.ts';
import type { FlightActor } from '#domain/flight-state.ts';
import { missingInFlight } from '#domain/missing-in-flight.ts';
import type { Scope } from '#domain/role.ts';
import { readTargetRule } from '#domain/targets.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { atHand } from '../../lib/at-hand.ts';
import { findCreativesOf, shownCreatives } from './creatives-queries.ts';
import { fieldsOf } from './flight-fields.ts';
import { priceFromStart, pricesFromCard, shownPrices } from './flight-prices.ts';
import { type FlightRow, findFlight, findPrices, findRateCard } from './flights-queries.ts';
import { proposedRule, shownProposal } from './proposed-changes.ts';
import { reachedOutlets, targetNames } from './reached-outlets.ts';
import { type CampaignNeeds, NO_SUMS, readSums, shownFlight, zoneOf } from './read-flights.ts';

export const actorOf = ({ role, standing, customer }: Caller): FlightActor => {
  if (role === 'admin') return 'admin';
  return role === 'advertiser' && customer !== null && standing === 'manager' ? 'manager' : 'reader';
};

/** Finds a flight. Throws 404 if it does not exist or is outside the scope. */
export async function flightRow({ accounts }: CampaignNeeds, scope: Scope, id: string): Promise<FlightRow> {
  const row = await findFlight(accounts, scope, id);
  if (row === undefined) throw new AppError('not-found', 'Flight not found.');
  return row;
}

/** Returns the rate card's prices for a draft or returned flight that uses the card, otherwise the stored prices. */
export async function pricesOf({ accounts, now }: CampaignNeeds, row: FlightRow) {
  const isOpen = row.state === 'draft' || row.state === 'returned';
  if (isOpen && row.price_source === 'card') return pricesFromCard(await findRateCard(accounts), row, now());
  return findPrices(accounts, row.id);
}

/** Finds everything that is missing before submission, and the outlets that the flight reaches. */
export async function lookOver(needs: CampaignNeeds, row: FlightRow) {
  const [prices, creatives, reached] = await Promise.all([
    pricesOf(needs, row),
    findCreativesOf(needs.accounts, row.id),
    reachedOutlets(needs, readTargetRule(row.targets), row.category),
  ]);
  const missing = missingInFlight(
    {
      startsMs: row.starts_at,
      endsMs: row.ends_at,
      budgetMicros: row.budget_micros,
      price: priceFromStart(prices, row.starts_at),
      creatives: creatives.filter(({ file_hash: file }) => file !== null).length,
      outlets: reached.holdings.length,
    },
    needs.now(),
  );
  return { prices, creatives, reached, missing };
}

type Reader = { readonly scope: Scope; readonly actor: FlightActor };

export async function describeFlight(needs: CampaignNeeds, reader: Reader, id: string): Promise<FlightDetail> {
  const row = await flightRow(needs, reader.scope, id);
  const [sums, parts] = await Promise.all([readSums(needs, reader.scope, [row]), describeParts(needs, row)]);
  return { ...shownFlight(row, sums.get(row.key) ?? NO_SUMS, { actor: reader.actor, nowMs: needs.now() }), ...parts };
}

/** Builds the response to a write: the stored flight, with its figures if the events store responds quickly. */
export async function describeWrittenFlight(needs: CampaignNeeds, reader: Reader, id: string): Promise<WrittenFlight> {
  const row = await flightRow(needs, reader.scope, id);
  const [sums, parts] = await Promise.all([
    atHand(() => readSums(needs, reader.scope, [row])),
    describeParts(needs, row),
  ]);
  const shown = shownFlight(row, sums?.get(row.key) ?? NO_SUMS, { actor: reader.actor, nowMs: needs.now() });
  return { ...shown, ...(sums === null ? NO_FIGURES : {}), ...parts };
}

async function describeParts(needs: CampaignNeeds, row: FlightRow) {
  const zone = zoneOf(needs, row);
  const { prices, creatives, reached, missing } = await lookOver(needs, row);
  const rule = readTargetRule(row.targets);
  return {
    time_zone: zone,
    sponsor: row.sponsor === '' ? row.customer_name : row.sponsor,
    category: row.category,
    fields: fieldsOf(row, zone),
    target_names: targetNames(reached.network, rule, proposedRule(row)),
    price_source: row.price_source,
    prices: shownPrices(prices),
    return_reason: row.state === 'returned' ? row.return_reason : '',
    creatives: await shownCreatives(needs.accounts, creatives),
    proposal: await shownProposal(needs.accounts, row, zone),
    missing: row.state === 'draft' || row.state === 'returned' ? missing : {},
    outlets: reached.holdings.length,
  };
}
