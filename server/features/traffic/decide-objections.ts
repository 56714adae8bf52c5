import { v7 as newId } from 'uuid';
import type { InvalidReason } from '#contract/ingest.ts';
import { OBJECTION_DAYS, type Objection } from '#contract/objections.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { normalEui, outletName } from '#domain/eui.ts';
import { dollars } from '#domain/money.ts';
import { objectionProblem } from '#domain/objection.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { readFirst } from '../../http/read-first.ts';
import { adjustmentsMade } from '../../ledger/ledger.ts';
import { holdCredit } from './hold-credit.ts';
import { mailDecision, mailObjection } from './objection-mails.ts';
import { type Party, sumWithheld } from './traffic-events-queries.ts';
import {
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

const decided = () => new AppError('conflict', 'Somebody has decided this objection meanwhile.');
const gone = () => new AppError('not-found', 'There is no such objection.');

/** Opens an objection. An outlet without such events that day cannot be objected to, whether it exists or not. */
export async function raise({ accounts, events, mail, context }: Objecting, wish: Wish, by: Objector): Promise<string> {
  const { author, now } = context;
  const { day, reason, words } = wish;
  if (!isCalendarDate(day)) throw new FieldError({ day: 'There is no such day.' }, 'invalid');
  const nowMs = now();
  const problem = objectionProblem(wish, nowMs, OBJECTION_DAYS);
  if (problem !== null) throw new FieldError({ [reason === 'over_budget' ? 'reason' : 'day']: problem }, 'invalid');
  const outlet = await findOutletByEui(accounts, normalEui(wish.eui));
  const lines =
    outlet === undefined
      ? []
      : await readFirst(() => sumWithheld(events, { day, reason }, { outletKey: outlet.key, party: by.party }));
  if (outlet === undefined || lines.length === 0)
    throw new FieldError({ reason: 'Nothing of yours was judged so at this outlet on that day.' }, 'invalid');
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
      throw new AppError('conflict', 'You have objected to this before; the answer stands among your objections.');
    const detail = { day, reason, words, events: lines.reduce((sum, line) => sum + line.events, 0) };
    await writeAudit(tx, { ...author, at: nowMs, action: 'objection.raised', subject: outlet.eui, detail });
    await mailObjection(tx, mail, { ...row, outlet: outletName(outlet) });
  });
  return row.id;
}

/**
 * Credits both sides with what the events would have earned, to the micro-dollar, in one record. Credits no event
 * twice, and no flight beyond its budget.
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
    // If two administrators decide about the same events at once, the second gets a conflict.
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
    const reason = `${row.reason} of ${row.day}`;
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
 * If two administrators decide at once, the first one wins. The credit and the decision are stored together or not at
 * all.
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
    // Serializes credits of the same events.
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
    await mailDecision(tx, mail, row, { state, answer });
  });
}

/** The reader's own objections, or all of them with their authors. */
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
    // Customers do not see administrators' addresses.
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
