import { v7 as newId } from 'uuid';
import type { TrafficFinding } from '#contract/traffic-findings.ts';
import { outletName } from '#domain/eui.ts';
import { COUNTED_BEFORE, COUNTED_BEFORE_MS } from '#domain/finding-window.ts';
import { dollars } from '#domain/money.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { readFirst } from '../../http/read-first.ts';
import { adjustmentsMade } from '../../ledger/ledger.ts';
import { countedSince, sumCounted } from './counted-events-queries.ts';
import {
  countFindings,
  type FindingRow,
  findAdjustedBeside,
  findFinding,
  findFindings,
  setAdjustment,
  setProposal,
} from './found-patterns-queries.ts';
import { type CreditLine, findCustomerIds, insertAdjustment } from './traffic-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events'>;
type Deciding = Needs & { readonly context: ChangeContext; readonly userId: string };

/** A proposed credit: the counted events in a time span that no other proposal for the outlet covers. */
type Proposal = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly day: string;
  readonly lines: readonly CreditLine[];
};

const read = (proposal: string): Proposal | null => (proposal === '' ? null : (JSON.parse(proposal) as Proposal));
const sum = (lines: readonly CreditLine[], field: 'events' | 'amount_micros' | 'owner_micros') =>
  lines.reduce((all, line) => all + line[field], 0);
const NOBODY = { proposal: '', proposed_at: null, proposed_by: null, proposed_by_id: null };
const decided = () =>
  new AppError('conflict', 'Another administrator has already decided this finding. Reload to see the decision.');

async function found({ accounts }: Pick<Needs, 'accounts'>, id: string): Promise<FindingRow> {
  const row = await findFinding(accounts, id);
  if (row === undefined) throw new AppError('not-found', 'Finding not found.');
  return row;
}

/**
 * Calculates what the finding's counted events earned, including events that showed the pattern before the rule could
 * detect it. Stores the amount as a proposal, which changes no account.
 */
export async function proposeCredit({ accounts, context, events, userId }: Deciding, id: string): Promise<void> {
  const row = await found({ accounts }, id);
  if (row.adjustment_id !== null || row.proposal !== '') throw decided();
  const { first_at: firstMs, flight_key: flightKey, last_at: lastMs, outlet_key: outletKey, rule } = row;
  const { fromMs, lines, day } = await readFirst(async () => {
    const asked = { outletKey, flightKey, fromMs: firstMs - COUNTED_BEFORE_MS, toMs: firstMs - 1 };
    const sinceMs = await countedSince(events, { ...asked, count: COUNTED_BEFORE[rule] });
    return { fromMs: sinceMs, ...(await sumCounted(events, { ...asked, fromMs: sinceMs, toMs: lastMs })) };
  });
  if (day === null || sum(lines, 'amount_micros') === 0)
    throw new AppError('conflict', 'None of these events were charged, so there’s nothing to reverse.');
  const proposal: Proposal = { fromMs, toMs: lastMs, day, lines };
  const nowMs = context.now();
  const { author } = context;
  await accounts.transaction().execute(async (tx) => {
    const others = (await findAdjustedBeside(tx, { id, outletKey })).map((one) => read(one.proposal));
    if (others.some((other) => other !== null && other.fromMs <= lastMs && other.toMs >= fromMs))
      throw new AppError('conflict', 'Another finding for this outlet and time has already been credited.');
    const by = { proposed_at: nowMs, proposed_by: author.actor, proposed_by_id: userId };
    if (!(await setProposal(tx, { id, before: '' }, { proposal: JSON.stringify(proposal), ...by }))) throw decided();
    const detail = { rule, events: sum(lines, 'events'), amount_micros: -sum(lines, 'amount_micros') };
    await writeAudit(tx, { ...author, at: nowMs, action: 'finding.proposed', subject: row.eui, detail });
  });
}

/**
 * Makes the adjustment: returns to the advertiser what the events cost, and takes back what the owner earned. With
 * `fourEyes`, the approver must not be the administrator who proposed it.
 */
export async function approveCredit({ accounts, config, context, userId }: Deciding, id: string): Promise<void> {
  const row = await found({ accounts }, id);
  const proposal = read(row.proposal);
  if (proposal === null || row.adjustment_id !== null) throw decided();
  if (!mayApprove(config, row, userId))
    throw new AppError('forbidden', 'You proposed this adjustment, so another administrator must approve it.');
  const { author, now } = context;
  const [adjustmentId, at] = [newId(), now()];
  const lines = proposal.lines.map((line) => ({
    ...line,
    amount_micros: -line.amount_micros,
    owner_micros: -line.owner_micros,
  }));
  const reason = `${REASON_WORDS[row.rule]}: charged before it was detected`;
  await accounts.transaction().execute(async (tx) => {
    const about = { outlet_id: row.outlet_id, day: proposal.day, objection_id: null, invalid: null };
    await insertAdjustment(tx, { id: adjustmentId, made_at: at, made_by: author.actor, reason, ...about }, lines);
    if (!(await setAdjustment(tx, { id, proposal: row.proposal, adjustmentId }))) throw decided();
    const ids = await findCustomerIds(tx, lines);
    const parts = lines.map((line) => ({
      ownerId: ids.get(line.owner_key) ?? null,
      advertiserId: ids.get(line.advertiser_key) ?? null,
      amount: line.amount_micros,
      owner: line.owner_micros,
    }));
    await adjustmentsMade(tx, [{ id: adjustmentId, reason, parts }], { at, author: 'adjustments' });
    const detail = {
      rule: row.rule,
      adjustment: adjustmentId,
      proposed_by: row.proposed_by,
      amount_micros: sum(lines, 'amount_micros'),
      owner_micros: sum(lines, 'owner_micros'),
    };
    await writeAudit(tx, { ...author, at, action: 'finding.adjusted', subject: row.eui, detail });
  });
}

/** Drops the proposal, so that a new proposal is possible. */
export async function declineCredit({ accounts, context }: Deciding, id: string): Promise<void> {
  const row = await found({ accounts }, id);
  if (row.proposal === '' || row.adjustment_id !== null) throw decided();
  const { author, now } = context;
  await accounts.transaction().execute(async (tx) => {
    if (!(await setProposal(tx, { id, before: row.proposal }, NOBODY))) throw decided();
    const detail = { rule: row.rule };
    await writeAudit(tx, { ...author, at: now(), action: 'finding.declined', subject: row.eui, detail });
  });
}

const mayApprove = (
  { fourEyes }: Pick<Needs['config'], 'fourEyes'>,
  { proposed_by_id: by }: Pick<FindingRow, 'proposed_by_id'>,
  userId: string,
): boolean => !fourEyes || by !== userId;

const iso = (ms: number): string => new Date(ms).toISOString();

function shown(row: FindingRow, config: Needs['config'], userId: string): TrafficFinding {
  const proposal = read(row.proposal);
  return {
    id: row.id,
    rule: row.rule,
    mode: row.mode,
    eui: row.eui.toUpperCase(),
    outlet: outletName(row),
    flight: row.flight ?? '',
    first_at: iso(row.first_at),
    last_at: iso(row.last_at),
    events: Number(row.events),
    ended_at: row.ended_at === null ? null : iso(row.ended_at),
    proposal:
      proposal === null
        ? null
        : {
            by: row.proposed_by ?? '',
            at: iso(row.proposed_at ?? 0),
            events: sum(proposal.lines, 'events'),
            amount: dollars(sum(proposal.lines, 'amount_micros')),
            owner_amount: dollars(sum(proposal.lines, 'owner_micros')),
            may_approve: row.adjustment_id === null && mayApprove(config, row, userId),
          },
    adjustment_id: row.adjustment_id,
  };
}

type Page = { readonly page: number; readonly limit: number };

export async function showFindings({ accounts, config }: Needs, { limit, page }: Page, userId: string) {
  const rows = await findFindings(accounts, { limit, offset: (page - 1) * limit });
  return { data: rows.map((row) => shown(row, config, userId)), total: await countFindings(accounts), page, limit };
}

export const showFinding = async (needs: Needs, id: string, userId: string): Promise<TrafficFinding> =>
  shown(await found(needs, id), needs.config, userId);
