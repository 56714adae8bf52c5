import { v7 as newId } from 'uuid';
import type { InvalidReason } from '#contract/ingest.ts';
import { OBJECTION_DAYS, type Objection } from '#contract/objections.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { creditWithin } from '#domain/credit-within-budget.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { normalEui, outletName } from '#domain/eui.ts';
import { dollars } from '#domain/money.ts';
import { leftToCredit, objectionProblem } from '#domain/objection.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { dayInWords } from '#domain/report-period.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { readFirst } from '../../http/read-first.ts';
import { adjustmentsMade } from '../../ledger/ledger.ts';
import { notify } from '../../notifications/notify.ts';
import type { Charge, TermsOf } from '../../plays/budgets.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import { decisionNews, objectionNews } from './objection-mails.ts';
import { findWithheld, type Party, sumWithheld } from './traffic-events-queries.ts';
import {
  type CreditLine,
  decideObjection,
  findCredited,
  findCredits,
  findCustomerIds,
  findObjection,
  findObjections,
  findOutletByEui,
  insertAdjustment,
  insertObjection,
  lockJudgement,
  type ObjectionRow,
} from './traffic-queries.ts';

export type Objecting = Pick<
  Dependencies,
  'accounts' | 'budgets' | 'config' | 'events' | 'mail' | 'network' | 'now'
> & { readonly context: ChangeContext };

type Wish = { readonly day: string; readonly eui: string; readonly reason: InvalidReason; readonly words: string };
type Objector = { readonly id: string; readonly party: Party; readonly userId: string };

const decided = () => new AppError('conflict', 'This dispute has already been decided. Reload to see the decision.');
const gone = () => new AppError('not-found', 'Dispute not found.');

/**
 * Opens an objection and returns its id. An outlet without such events on that day gets the same error whether it
 * exists or not.
 */
export async function raise({ accounts, events, mail, context }: Objecting, wish: Wish, by: Objector): Promise<string> {
  const { author, now } = context;
  const { day, reason, words } = wish;
  if (!isCalendarDate(day)) throw new FieldError({ day: 'Enter a valid date.' }, 'invalid');
  const nowMs = now();
  const problem = objectionProblem(wish, nowMs, OBJECTION_DAYS);
  if (problem !== null) throw new FieldError({ [reason === 'over_budget' ? 'reason' : 'day']: problem }, 'invalid');
  const outlet = await findOutletByEui(accounts, normalEui(wish.eui));
  const lines =
    outlet === undefined
      ? []
      : await readFirst(() => sumWithheld(events, { day, reason }, { outletKey: outlet.key, party: by.party }));
  if (outlet === undefined || lines.length === 0)
    throw new FieldError({ reason: 'You have no events with this reason at this outlet on that day.' }, 'invalid');
  const row = {
    id: newId(),
    customer_id: by.id,
    outlet_id: outlet.id,
    day,
    reason,
    words,
    raised_at: nowMs,
    raised_by: author.actor,
    raised_by_id: by.userId,
  };
  await accounts.transaction().execute(async (tx) => {
    if (!(await insertObjection(tx, row)))
      throw new AppError('conflict', 'You’ve already disputed this. See the answer under your disputes.');
    const detail = { day, reason, words, events: lines.reduce((sum, line) => sum + line.events, 0) };
    await writeAudit(tx, { ...author, at: nowMs, action: 'objection.raised', subject: outlet.eui, detail });
    await notify(tx, { mail, now }, objectionNews(row.id, { ...row, outlet: outletName(outlet) }));
  });
  return row.id;
}

/**
 * Accepts an objection. Credits both sides with what the events would have earned, to the micro-dollar, in one record.
 * Credits no event twice, and no flight beyond its budget.
 */
export async function accept(objecting: Objecting, id: string, answer: string): Promise<void> {
  const { accounts, events, context } = objecting;
  const row = await findObjection(accounts, id, false);
  if (row === undefined) throw gone();
  const party = { kind: row.customer_kind, customerKey: row.customer_key };
  const withheld = await readFirst(() => sumWithheld(events, row, { outletKey: row.outlet_key, party }));
  const judged = { outletId: row.outlet_id, day: row.day, reason: row.reason };
  if (row.state !== 'open') throw decided();
  const credited = await findCredited(accounts, judged);
  const { lines, end } = await holdCredit(objecting, row, { withheld, credited });
  const store = async (tx: Tx, nowMs: number) => {
    // If two administrators decide about the same events simultaneously, the second one gets a conflict.
    if (JSON.stringify(await findCredited(tx, judged)) !== JSON.stringify(credited)) throw decided();
    const made = { id: newId(), objection_id: id, made_at: nowMs, made_by: context.author.actor, reason: answer };
    await insertAdjustment(tx, { ...made, outlet_id: row.outlet_id, day: row.day, invalid: row.reason }, lines);
    const ids = await findCustomerIds(tx, lines);
    const parts = lines.map((line) => ({
      ownerId: ids.get(line.owner_key) ?? '',
      advertiserId: ids.get(line.advertiser_key) ?? '',
      amount: line.amount_micros,
      owner: line.owner_micros,
    }));
    const reason = `Dispute accepted: ${REASON_WORDS[row.reason]}, ${dayInWords(row.day)}`;
    await adjustmentsMade(tx, [{ id: made.id, reason, parts }], { at: nowMs, author: 'objections' });
    const sum = (field: 'amount_micros' | 'owner_micros') => lines.reduce((all, line) => all + line[field], 0);
    return { adjustment: made.id, amount_micros: sum('amount_micros'), owner_micros: sum('owner_micros') };
  };
  try {
    await decide(objecting, row, { state: 'accepted', answer }, store);
  } catch (error) {
    await end(false);
    throw error;
  }
  await end(true);
}

export async function decline(objecting: Objecting, id: string, answer: string): Promise<void> {
  const row = await findObjection(objecting.accounts, id, false);
  if (row === undefined) throw gone();
  await decide(objecting, row, { state: 'declined', answer }, async () => ({}));
}

type Tx = Parameters<Parameters<ReturnType<Dependencies['accounts']['transaction']>['execute']>[0]>[0];

const ACTIONS = { accepted: 'objection.accepted', declined: 'objection.declined' } as const;

/**
 * Stores a decision. If two administrators decide simultaneously, the first one wins. The credit and the decision are
 * stored together or not at all.
 */
async function decide(
  { accounts, mail, context }: Objecting,
  row: ObjectionRow,
  { state, answer }: { readonly state: 'accepted' | 'declined'; readonly answer: string },
  work: (tx: Tx, nowMs: number) => Promise<Readonly<Record<string, unknown>>>,
): Promise<void> {
  const { author, now } = context;
  const nowMs = now();
  await accounts.transaction().execute(async (tx) => {
    // Serializes credits for the same events.
    await lockJudgement(tx, row);
    if (!(await decideObjection(tx, row.id, { state, answer, decided_at: nowMs, decided_by: author.actor })))
      throw decided();
    const detail = {
      ...(await work(tx, nowMs)),
      answer,
      customer: row.customer_name,
      day: row.day,
      reason: row.reason,
    };
    await writeAudit(tx, { ...author, at: nowMs, action: ACTIONS[state], subject: row.eui, detail });
    await notify(tx, { mail, now }, decisionNews({ ...row, outlet: outletName(row) }, { state, answer }));
  });
}

/** Lists a customer's objections, or all objections with their authors. */
export async function showObjections(
  { accounts }: Pick<Dependencies, 'accounts'>,
  customerId: string | null,
  isVisit: boolean,
): Promise<Objection[]> {
  const rows = await findObjections(accounts, customerId, isVisit);
  return shown({ accounts }, rows, customerId === null);
}

export async function showObjection(
  { accounts }: Pick<Dependencies, 'accounts'>,
  id: string,
  { isAdmin, isVisit }: { readonly isAdmin: boolean; readonly isVisit: boolean },
): Promise<Objection> {
  const row = await findObjection(accounts, id, isVisit);
  const [one] = row === undefined ? [] : await shown({ accounts }, [row], isAdmin);
  if (one === undefined) throw gone();
  return one;
}

async function shown(
  { accounts }: Pick<Dependencies, 'accounts'>,
  rows: readonly ObjectionRow[],
  isAdmin: boolean,
): Promise<Objection[]> {
  const credits = await findCredits(
    accounts,
    rows.map(({ id }) => id),
  );
  const iso = (ms: number) => new Date(ms).toISOString();
  return rows.map((row) => {
    const credit = credits.get(row.id);
    const ofOwner = !isAdmin && row.customer_kind === 'property';
    // Customers do not see administrators' email addresses.
    const isNamed = isAdmin || row.raised_by_role !== 'admin';
    return {
      id: row.id,
      day: row.day,
      eui: row.eui,
      outlet: outletName(row),
      reason: row.reason,
      words: row.words,
      state: row.state,
      raised_at: iso(row.raised_at),
      raised_by: isNamed ? row.raised_by : 'An administrator',
      decided_at: row.decided_at === null ? null : iso(row.decided_at),
      answer: row.answer,
      credited: credit === undefined ? null : dollars(ofOwner ? credit.ownerMicros : credit.amountMicros),
      ...(isAdmin ? { customer: row.customer_name, decided_by: row.decided_by } : {}),
    };
  });
}

type Needs = Pick<Dependencies, 'budgets' | 'config' | 'events' | 'network' | 'now'>;
type Found = { readonly withheld: readonly CreditLine[]; readonly credited: readonly CreditLine[] };

/** Credit lines whose amounts are reserved in their flights' budgets. Call `end` with whether they were stored. */
type HeldCredit = { readonly lines: readonly CreditLine[]; end(isStored: boolean): Promise<void> };

/**
 * Calculates a judgment's remaining credit, limited by the flights' budgets and daily caps. Like earnings, it is
 * reserved before it is stored, so that the same money is not spent twice. After a crash, the stored amounts count.
 */
async function holdCredit(needs: Needs, row: ObjectionRow, { withheld, credited }: Found): Promise<HeldCredit> {
  const wanted = leftToCredit(withheld, credited);
  const keys = [...new Set(wanted.map((line) => line.flight_key))].filter((key) => key !== 0);
  if (keys.length === 0) return { lines: wanted, end: async () => undefined };
  const { snapshot } = await needs.network.current();
  await snapshot.catalog.load({ flightKeys: new Set(keys) });
  const termsOf = termsIn(snapshot, needs.config.networkTimeZone);
  const left = await leftOf(needs, row, keys, termsOf);
  const lines: CreditLine[] = [];
  for (const line of wanted) {
    const held = await withinBudget(needs, row, line, { leftMicros: left.get(line.flight_key) ?? 0, credited });
    left.set(line.flight_key, (left.get(line.flight_key) ?? 0) - held.amount_micros);
    if (held.events > 0) lines.push(held);
  }
  if (wanted.length > 0 && lines.length === 0)
    throw new AppError(
      'conflict',
      'The flight’s budget is used up, so nothing can be credited. Increase the budget first, or decline the dispute.',
    );
  const timestampMs = Date.parse(row.day) + DAY_MS / 2;
  const charges = lines.map(
    (line): Charge => ({
      eventId: crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n,
      flightKey: line.flight_key,
      amountMicros: line.amount_micros,
      timestampMs,
    }),
  );
  const reservation = await needs.budgets.reserve(charges, termsOf);
  const end = (isStored: boolean) => reservation.settle(isStored ? [] : charges);
  if (reservation.overBudget.size > 0) {
    await end(false);
    throw new AppError(
      'conflict',
      'The flight’s budget has been spent in the meantime. Reload the page and decide again.',
    );
  }
  return { lines, end };
}

/** Returns how much each flight can still spend on the day. */
async function leftOf({ budgets, now }: Needs, { day }: ObjectionRow, keys: readonly number[], termsOf: TermsOf) {
  // Open plays will be seen today, in any time zone.
  const isNow = Date.parse(day) + DAY_MS + 12 * HOUR_MS > now();
  const standings = await budgets.standing(keys, termsOf);
  return new Map(
    keys.map((key) => {
      const { budgetMicros, dailyCapMicros } = termsOf(key);
      const { spentMicros = 0, heldMicros = 0, days } = standings.get(key) ?? {};
      const ofDay = (dailyCapMicros ?? Number.POSITIVE_INFINITY) - (days?.get(day) ?? 0) - (isNow ? heldMicros : 0);
      return [key, Math.max(0, Math.min(budgetMicros - spentMicros - heldMicros, ofDay))] as const;
    }),
  );
}

async function withinBudget(
  { events }: Needs,
  row: ObjectionRow,
  line: CreditLine,
  { leftMicros, credited }: { readonly leftMicros: number; readonly credited: readonly CreditLine[] },
): Promise<CreditLine> {
  if (line.amount_micros <= leftMicros) return line;
  const { flight_key: flightKey, owner_key: ownerKey } = line;
  const before = credited
    .filter((one) => one.flight_key === flightKey && one.owner_key === ownerKey)
    .reduce((sum, one) => sum + one.events, 0);
  const singles = await findWithheld(events, row, { outletKey: row.outlet_key, ownerKey, flightKey });
  return creditWithin(line, leftMicros, singles, before);
}
