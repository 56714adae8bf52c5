import { v7 as newId } from 'uuid';
import type { FlightAct } from '#contract/flight-parts.ts';
import { type FlightActor, flightActs, NO_END, NO_START } from '#domain/flight-state.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Scope } from '#domain/role.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { type Noted, type UpdateContext, updateWithVersion } from '../../administration/optimistic-lock.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { readInstant } from '../../lib/read-instant.ts';
import { checkedPriceMicros } from '../../network/checked-price.ts';
import { addPrice } from '../../network/version-queries.ts';
import { notify } from '../../notifications/notify.ts';
import { checkConstraints, type FlightContext } from './check-constraints.ts';
import { changedColumns, changesOf, columnsOf, diffOf, type GivenFields } from './flight-fields.ts';
import { flightNews } from './flight-news.ts';
import { pricesFromCard } from './flight-prices.ts';
import {
  beginPricesAt,
  type CampaignRow,
  type FlightColumns,
  type FlightRow,
  findFlight,
  findPrices,
  findRateCard,
  insertFlight,
  isCodeTaken,
  modelOf,
  replacePrices,
  updateFlightRow,
} from './flights-queries.ts';
import { type CheckLowered, guardBudgetDecrease } from './guard-budget-decrease.ts';
import { isProposed, proposedCreatives, storeProposal } from './proposed-changes.ts';
import { actsOn, type CampaignNeeds, courseOf, zoneOf } from './read-flights.ts';

/** The caller who changes a flight, with the caller's scope and permissions. */
export type FlightChanger = {
  readonly needs: CampaignNeeds;
  readonly context: ChangeContext;
  readonly scope: Scope;
  readonly actor: FlightActor;
};

type Claim = { readonly id: string; readonly version?: number | undefined };

/**
 * Changes a flight that the caller can see, and notifies the people concerned. Any other flight is reported as not
 * found.
 */
export const changeFlightRow = (
  { context, needs, scope }: FlightChanger,
  claim: Claim,
  change: (turn: UpdateContext<FlightRow>) => Promise<Noted | null>,
): Promise<void> =>
  updateWithVersion(context, { table: 'flights', claim, read: (tx, id) => findFlight(tx, scope, id) }, async (turn) => {
    const noted = await change(turn);
    const news = noted && flightNews(turn.stored, noted, turn.version);
    if (news) await notify(turn.tx, needs, news);
    return noted;
  });

const WORDS: Readonly<Record<FlightAct, string>> = {
  edit: 'changed',
  propose: 'changed',
  submit: 'submitted',
  approve: 'approved',
  return: 'returned',
  decide: 'decided',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'canceled',
  archive: 'archived',
  restore: 'restored',
};

const STATES: Readonly<Record<FlightRow['state'], string>> = {
  draft: 'a draft',
  in_review: 'in review',
  returned: 'returned',
  approved: 'approved',
  cancelled: 'canceled',
};

/** Throws if the flight's state or the caller's role does not allow the action. */
export function requireAct(row: FlightRow, act: FlightAct, { actor, needs }: FlightChanger): void {
  if (actsOn(row, actor, needs.now()).includes(act)) return;
  if (flightActs(courseOf(row), actor, needs.now()).includes(act))
    throw new AppError('conflict', `The campaign of '${row.code}' is archived. Restore the campaign first.`);
  const state = row.state === 'approved' && row.ends_at <= needs.now() ? 'ended' : STATES[row.state];
  const held = row.state === 'approved' && row.paused === 1 ? `, paused${heldBy(row)}` : '';
  throw new AppError('conflict', `'${row.code}' is ${state}${held}, so it can’t be ${WORDS[act]} now.`);
}

const heldBy = ({ paused_by: by }: FlightRow) => (by === 'admin' ? ' by an administrator' : '');

/**
 * Returns an unused code derived from the campaign's name. Callers must serialize their calls, because another caller
 * may request a code for the same name.
 */
export async function freeCode(tx: AccountsDb, name: string): Promise<string> {
  const stem =
    nameKey(name)
      .normalize('NFKD')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 40) || 'FLIGHT';
  for (let number = 1; number < 100; number += 1) {
    const code = `${stem}-${number}`;
    if (!(await isCodeTaken(tx, code))) return code;
  }
  return `${stem}-${newId().slice(-8).toUpperCase()}`;
}

/** Throws if the campaign is archived. */
export function refuseArchived({ name, archived_at: at }: CampaignRow): void {
  if (at !== null) throw new AppError('conflict', `The campaign '${name}' is archived. Restore it first.`);
}

/** Creates a draft flight and returns its id. */
export async function draftFlight(
  changer: FlightChanger,
  campaign: CampaignRow,
  { code: wanted, ...given }: GivenFields & { readonly code?: string | undefined },
): Promise<string> {
  const { needs, context } = changer;
  refuseArchived(campaign);
  const empty = { starts_at: NO_START, ends_at: NO_END, budget_micros: 0 };
  const columns = columnsOf(given, empty, zoneOf(needs, campaign));
  const id = newId();
  const nowMs = needs.now();
  await context.accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    if (wanted !== undefined && (await isCodeTaken(tx, wanted)))
      throw new FieldError({ code: `The code '${wanted}' is already in use. Choose another one.` }, 'conflict');
    const code = wanted ?? (await freeCode(tx, campaign.name));
    const row = { id, campaign_id: campaign.id, code, ...empty, price_source: 'card' as const, ...columns };
    await insertFlight(tx, { ...row, state: 'draft', approved_at: null }, nowMs);
    const detail = { campaign: campaign.name };
    await writeAudit(tx, { ...context.author, at: nowMs, action: 'flight.drafted', subject: code, detail });
  });
  return id;
}

type OwnPrice = { readonly price?: number | undefined; readonly price_from?: string | undefined };

/** Changes the stored flight immediately, or stores a proposal. See the contract's `updateFlight`. */
export async function changeFlight(
  changer: FlightChanger,
  claim: Claim,
  given: GivenFields,
  own: OwnPrice,
): Promise<void> {
  const { needs, actor, context } = changer;
  if (own.price !== undefined && actor !== 'admin')
    throw new AppError('forbidden', 'Only administrators can set the price of a flight.');
  if (own.price === undefined && own.price_from !== undefined)
    throw new FieldError({ price: 'Enter the price that starts then.' });
  const { budget, daily_cap: cap } = given;
  const around = await checkConstraints(changer, claim.id, (row) => ({
    targets: given.targets,
    terms: columnsOf({ budget, daily_cap: cap }, row, zoneOf(needs, row)),
  }));
  const change =
    (checkLowered: CheckLowered) =>
    async ({ tx, stored, nowMs }: UpdateContext<FlightRow>) => {
      const isProposal = actor === 'manager' && stored.state === 'approved';
      requireAct(stored, isProposal ? 'propose' : 'edit', changer);
      const zone = zoneOf(needs, stored);
      const columns = changedColumns(stored, columnsOf(given, stored, zone));
      if (stored.state === 'approved') {
        const lowering = isProposal ? {} : await checkLowered(tx, stored, columns);
        refuseForApproved(stored, columns, { ...around, lowering: { ...lowering, ...around.lowering } }, nowMs);
      }
      const changes = changesOf(stored, columns, zone);
      if (isProposal) {
        if (changes.length === 0) return null;
        // Keeps the proposed creatives, because a form does not contain them.
        const proposal = { columns, creatives: proposedCreatives(stored) };
        // An identical proposal keeps its place in the queue.
        if (isProposed(stored, proposal)) return null;
        await storeProposal(tx, stored.id, proposal, { author: context.author, at: nowMs });
        return { action: 'flight.change-proposed', subject: stored.code, detail: diffOf(changes) };
      }
      if (changes.length > 0) await updateFlightRow(tx, stored.id, columns);
      if (stored.state !== 'approved') await keepPrices(tx, stored, columns, nowMs);
      const priced =
        own.price === undefined ? {} : await setOwnPrice(changer, tx, { ...stored, ...columns }, own, nowMs);
      const detail = { ...diffOf(changes), ...priced };
      if (Object.keys(detail).length === 0) return null;
      return { action: 'flight.changed', subject: stored.code, detail };
    };
  return guardBudgetDecrease(needs, (checkLowered) => changeFlightRow(changer, claim, change(checkLowered)));
}

/**
 * Throws if the change cannot be applied to an approved flight. Past delivery must not change: a start that has passed
 * is fixed, and only an administrator can change the price model, by setting a price. The end, budget and targets must
 * remain usable.
 */
export function refuseForApproved(
  stored: FlightRow,
  columns: FlightColumns,
  { lowering, outlets }: FlightContext,
  nowMs: number,
): void {
  const problems: Record<string, string> = {};
  const { starts_at: starts = stored.starts_at, ends_at: ends = stored.ends_at } = columns;
  if (starts !== stored.starts_at && stored.starts_at <= nowMs)
    problems.starts = 'The flight has already started, so its start can’t change.';
  else if (starts === NO_START || (starts !== stored.starts_at && starts < nowMs))
    problems.starts = 'Enter a start date that isn’t in the past.';
  if (ends === NO_END || (ends !== stored.ends_at && ends <= nowMs)) problems.ends = 'Enter an end date in the future.';
  else if (ends <= starts) problems.ends = 'Enter an end date after the start.';
  const { budget_micros: budget = stored.budget_micros } = columns;
  if (budget <= 0) problems.budget = 'Enter a budget.';
  else Object.assign(problems, lowering);
  if (columns.targets !== undefined && outlets === 0)
    problems.targets = 'The targets don’t match any outlet in service.';
  if (columns.price_model !== undefined && columns.price_model !== modelOf(stored))
    problems.model = 'Only an administrator can change the price of an approved flight.';
  if (Object.keys(problems).length > 0) throw new FieldError(problems);
}

/**
 * Updates the prices of a flight that never ran, so that they apply from its start at the latest. Choosing a model
 * replaces the flight's own price with the rate card's. In review, those prices are fixed immediately, as on
 * submission.
 */
async function keepPrices(
  tx: UpdateContext<FlightRow>['tx'],
  stored: FlightRow,
  columns: FlightColumns,
  nowMs: number,
) {
  const { price_model: model, starts_at: starts = stored.starts_at } = columns;
  if (model !== undefined) {
    const isFixed = stored.state === 'in_review';
    const card = isFixed ? await findRateCard(tx) : [];
    await updateFlightRow(tx, stored.id, { price_source: 'card' });
    await replacePrices(tx, stored.id, pricesFromCard(card, { price_model: model, starts_at: starts }, nowMs));
  }
  if (columns.starts_at !== undefined && starts !== NO_START) await beginPricesAt(tx, stored.id, starts);
}

/** Sets a flight's own price in place of the rate card's, from now or a later time. */
async function setOwnPrice(
  { needs }: FlightChanger,
  tx: UpdateContext<FlightRow>['tx'],
  flight: FlightRow,
  { price = 0, price_from: from }: OwnPrice,
  nowMs: number,
): Promise<Record<string, { before: unknown; after: unknown }>> {
  const model = modelOf(flight);
  if (model === null) throw new FieldError({ model: 'Choose a price model.' });
  const priceMicros = checkedPriceMicros(model, price);
  const isRunning = flight.state === 'approved';
  const asked = from === undefined ? nowMs : readInstant(from, zoneOf(needs, flight));
  if (asked === null) throw new FieldError({ price_from: `'${from}' is not a date.` });
  if (asked < nowMs)
    throw new FieldError({ price_from: 'Enter a time that isn’t in the past. New prices can’t apply to the past.' });
  // Nothing ran before approval, so the first price applies from the start.
  const fromMs = isRunning ? asked : Math.min(asked, flight.starts_at === NO_START ? nowMs : flight.starts_at);
  if (!isRunning) {
    const [one, ...others] = flight.price_source === 'own' ? await findPrices(tx, flight.id) : [];
    const isSame = others.length === 0 && one?.model === model && one.price_micros === priceMicros;
    if (isSame && one.valid_from <= fromMs) return {};
    await tx.deleteFrom('flight_prices').where('flight_id', '=', flight.id).execute();
  }
  const added = await addPrice(tx, { flightId: flight.id, model, priceMicros, fromMs });
  if (added === 'conflict')
    throw new FieldError({ price_from: 'Another price already starts at that time. Choose another time.' }, 'conflict');
  if (added === 'unchanged' && flight.price_source === 'own') return {};
  await updateFlightRow(tx, flight.id, { price_source: 'own' });
  return { price: { before: flight.price_source, after: `${price} ${model} from ${new Date(fromMs).toISOString()}` } };
}
