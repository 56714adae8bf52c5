import { shownEui } from '#domain/eui.ts';
import { type PriceModel, parseMicros, parseSharePpm } from '#domain/money.ts';
import { pricePrecisionProblem } from '#domain/price-precision.ts';
import { updateWithVersion } from '../administration/optimistic-lock.ts';
import { INSTANT_FORMS, readInstant, shownInstant } from '../lib/read-instant.ts';
import { holdFlight } from '../network/hold-flight.ts';
import { placeOutlet } from '../network/place-outlet.ts';
import { addPrice, addShare, type VersionChange } from '../network/version-queries.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { findCustomer, findFlightByCode, findOutlet, findVenue, readState } from './lookup-queries.ts';

const MODELS: readonly PriceModel[] = ['cpm', 'cpc', 'cpb', 'flat'];

/** Reads a price in micro-dollars. Throws an `AdminError` if the text is not one, or is too precise for the model. */
export function readPriceMicros(model: PriceModel, text: string): number {
  const priceMicros = parseMicros(text);
  if (priceMicros === null) throw new AdminError(`'${text}' is not a price. Enter an amount such as 12.50.`);
  const imprecise = pricePrecisionProblem(model, priceMicros);
  if (imprecise !== null) throw new AdminError(`${imprecise}.`);
  return priceMicros;
}

/** Sets a flight's price as of a date. Earlier events keep their amount (docs/decisions.md#money-and-energy). */
export async function setPrice(
  context: AdminContext,
  order: { flight: string; model: string; price: string; from: string },
): Promise<void> {
  const { accounts, config, print } = context;
  const model = MODELS.find((each) => each === order.model.toLowerCase());
  if (model === undefined)
    throw new AdminError(`'${order.model}' is not a price model. Enter one of ${MODELS.join(', ')}.`);
  const priceMicros = readPriceMicros(model, order.price);
  const fromMs = instantOf(order.from, config.networkTimeZone);
  const flight = await findFlightByCode(accounts, order.flight);
  const from = shownInstant(fromMs, config.networkTimeZone);
  const stored = { table: 'flights', claim: { id: flight.id }, read: readState('flights') } as const;
  await updateWithVersion(asCommandLine(context), stored, async ({ tx }) => {
    const added = await addPrice(tx, { flightId: flight.id, model, priceMicros, fromMs });
    if (!isNewVersion(added, `price of ${flight.code}`, from)) return null;
    const detail = { model, price_micros: priceMicros, from: new Date(fromMs).toISOString() };
    return { action: 'price.set', subject: flight.code, detail };
  });
  print(`${flight.code} (${flight.campaign}): ${model} ${order.price} from ${from}.`);
  noteThePast(context, fromMs);
}

/** Pauses or resumes a flight, effective immediately. Events during a pause are stored but earn nothing. */
export async function setPaused(
  context: AdminContext,
  { flight: code, paused }: { flight: string; paused: boolean },
): Promise<void> {
  const flight = await findFlightByCode(context.accounts, code);
  const stored = { table: 'flights', claim: { id: flight.id }, read: readState('flights') } as const;
  let isChanged = false;
  await updateWithVersion(asCommandLine(context), stored, async ({ tx, nowMs, version }) => {
    isChanged = await holdFlight(tx, flight.id, paused, nowMs, { by: 'admin', version });
    if (!isChanged) return null;
    return { action: paused ? 'flight.pause' : 'flight.resume', subject: flight.code, detail: {} };
  });
  const state = paused ? 'paused' : 'running';
  context.print(`${flight.code} (${flight.campaign}) is ${isChanged ? state : `already ${state}`}.`);
}

/** Sets an owner's share of the recorded revenue as of a date. */
export async function setShare(
  context: AdminContext,
  order: { customer: string; share: string; from: string },
): Promise<void> {
  const { accounts, config, print } = context;
  const sharePpm = parseSharePpm(order.share);
  if (sharePpm === null) throw new AdminError(`'${order.share}' is not a share. Enter a value such as 0.3 or 30%.`);
  const fromMs = instantOf(order.from, config.networkTimeZone);
  const customer = await findCustomer(accounts, order.customer);
  if (customer.kind === 'advertiser')
    throw new AdminError(`'${customer.name}' is an advertiser. Only owners have a share.`);
  const from = shownInstant(fromMs, config.networkTimeZone);
  const stored = { table: 'customers', claim: { id: customer.id }, read: readState('customers') } as const;
  await updateWithVersion(asCommandLine(context), stored, async ({ tx }) => {
    const added = await addShare(tx, { customerId: customer.id, sharePpm, fromMs });
    if (!isNewVersion(added, `share of ${customer.name}`, from)) return null;
    const detail = { share: sharePpm / 1_000_000, from: new Date(fromMs).toISOString() };
    return { action: 'share.set', subject: customer.name, detail };
  });
  print(`${customer.name}: a share of ${sharePpm / 10_000}% from ${from}.`);
  noteThePast(context, fromMs);
}

/** Moves an outlet to another venue or owner as of a date in the new venue's time zone. */
export async function moveOutlet(
  context: AdminContext,
  order: { eui: string; customer: string; venue: string; from: string },
): Promise<void> {
  const { accounts, print } = context;
  const outlet = await findOutlet(accounts, order.eui);
  const customer = await findCustomer(accounts, order.customer);
  const venue = await findVenue(accounts, customer, order.venue);
  const fromMs = instantOf(order.from, venue.time_zone);
  const destination = {
    customerId: customer.id,
    customer: customer.name,
    venueId: venue.id,
    venue: venue.name,
    timeZone: venue.time_zone,
  };
  const stored = { table: 'outlets', claim: { id: outlet.id }, read: readState('outlets') } as const;
  await updateWithVersion(asCommandLine(context), stored, ({ tx }) => placeOutlet(tx, outlet, destination, fromMs));
  print(
    `${shownEui(outlet.eui)} is at '${venue.name}' of ${customer.name} from ${shownInstant(fromMs, venue.time_zone)}.`,
  );
  noteThePast(context, fromMs);
}

function instantOf(text: string, zone: string): number {
  const instant = readInstant(text, zone);
  if (instant === null) throw new AdminError(`'${text}' is not a date. Enter ${INSTANT_FORMS}.`);
  return instant;
}

/**
 * Returns false if the change repeats the existing version. Throws an `AdminError` if a different version begins on
 * that date.
 */
function isNewVersion(change: VersionChange, what: string, from: string): boolean {
  if (change === 'conflict') throw new AdminError(`Another ${what} already starts on ${from}. Enter a later date.`);
  return change === 'created';
}

function noteThePast({ now, print }: AdminContext, fromMs: number): void {
  if (fromMs < now()) print('This date is in the past. Events that were already accepted keep their amounts.');
}
