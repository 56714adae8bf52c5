import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type Command, Option } from 'commander';
import { v7 as newId } from 'uuid';
import { CREATIVE_SECONDS, MOST_CREATIVES } from '#contract/creatives.ts';
import { currencyMark } from '#domain/currency.ts';
import type { PriceModel } from '#domain/money.ts';
import { insertWithAudit } from '../administration/insert-with-audit.ts';
import { updateWithVersion } from '../administration/optimistic-lock.ts';
import { findCreativesOf, insertCreative } from '../features/campaigns/creatives-queries.ts';
import { checkedSeconds, checkedTarget } from '../features/campaigns/creatives-routes.ts';
import { addToRateCard } from '../features/campaigns/flight-prices.ts';
import { addedCreativeWords, makeCreative } from '../features/campaigns/make-creative.ts';
import { AppError } from '../http/app-error.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext, WithContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { readPriceMicros } from './change-terms.ts';
import { findFlightByCode, readState } from './lookup-queries.ts';

/** Price models and the unit that a price of each is for. */
const UNITS = { cpm: '1,000 views', cpc: 'click', cpb: 'burn', flat: 'view' } as const satisfies Record<
  PriceModel,
  string
>;
const MODELS = Object.keys(UNITS);

type Rate = { readonly model: PriceModel; readonly price: string; readonly venueType?: string };
type NewCreative = {
  readonly flight: string;
  readonly file: string;
  readonly target: string;
  readonly name?: string;
  readonly seconds: string;
};

/** Adds commands that set up campaigns without a browser. */
export function addCampaignCommands(program: Command, withContext: WithContext): void {
  program
    .command('set-rate')
    .description('set a price of the rate card, which new flights take, from now on')
    .addOption(new Option('--model <model>', 'what the price is for').choices(MODELS).makeOptionMandatory())
    .requiredOption('--price <amount>', 'per 1,000 views, per click, per burn or per view')
    .option('--venue-type <type>', 'applies to this type of venue only, such as hotel')
    .action((rate: Rate) => withContext((context) => setRate(context, rate)));
  program
    .command('add-creative')
    .description('add a picture to a flight; the outlets show it')
    .requiredOption('--flight <code>', "the flight's code")
    .requiredOption('--file <picture>', 'a PNG, JPEG or WebP file')
    .requiredOption('--target <url>', 'the page that a click opens')
    .option('--name <name>', "the creative's name; by default the file's name")
    .option('--seconds <seconds>', `how long it is shown, ${CREATIVE_SECONDS.least} to ${CREATIVE_SECONDS.most}`, '15')
    .action((creative: NewCreative) => withContext((context) => addCreative(context, creative)));
}

/** Sets a price of the rate card from now on. Flights that are already priced keep their price. */
async function setRate(context: AdminContext, { model, price, venueType = '' }: Rate): Promise<void> {
  const priceMicros = readPriceMicros(model, price);
  const type = venueType.trim().toLowerCase();
  await insertWithAudit(asCommandLine(context), async ({ tx, nowMs, note }) => {
    const rate = { model, venue_type: type, price_micros: priceMicros, valid_from: nowMs };
    const outcome = await addToRateCard(tx, rate);
    if (outcome === 'unchanged') return;
    if (outcome === 'conflict') throw new AdminError('Another price starts at this moment. Try again.');
    const detail = { model, venue_type: type, price, from: new Date(nowMs).toISOString() };
    await note({ action: 'rate-card.changed', subject: 'rate card', detail });
  });
  context.print(
    `Rate card: ${currencyMark(context.config.currency)}${price} per ${UNITS[model]}${type === '' ? '' : ` at venues of type ${type}`}.`,
  );
}

/** Adds a picture to a flight, as an administrator does on the flight's page. */
async function addCreative(context: AdminContext, { flight: code, file, target, name, seconds }: NewCreative) {
  const { accounts, print } = context;
  const flight = await findFlightByCode(accounts, code);
  const fields = {
    name: (name ?? basename(file, extname(file))).slice(0, 120),
    duration_seconds: explained(() => checkedSeconds(seconds)),
    target_url: explained(() => checkedTarget(target)),
  };
  const picture = await makeCreative(readPicture(file)).catch((error: unknown) => {
    throw asAdminError(error);
  });
  const stored = { table: 'flights', claim: { id: flight.id }, read: readState('flights') } as const;
  await updateWithVersion(asCommandLine(context), stored, async ({ tx, nowMs }) => {
    if ((await findCreativesOf(tx, flight.id)).length >= MOST_CREATIVES)
      throw new AdminError(`A flight can have at most ${MOST_CREATIVES} creatives. Remove one first.`);
    const row = { id: newId(), flight_id: flight.id, ...fields, removed_at: null };
    await insertCreative(tx, { ...picture, created_at: nowMs }, row);
    const after = addedCreativeWords(fields, picture);
    return { action: 'flight.creative-added', subject: flight.code, detail: { creative: { before: null, after } } };
  });
  print(`${flight.code} (${flight.campaign}): added '${fields.name}', ${picture.width} × ${picture.height} pixels.`);
}

function readPicture(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new AdminError(`'${file}' cannot be read. Enter the path of a picture.`);
  }
}

function explained<Value>(check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    throw asAdminError(error);
  }
}

/** Converts an answer for a screen to a message for the terminal. */
const asAdminError = (error: unknown): unknown => (error instanceof AppError ? new AdminError(error.message) : error);
