import type { ExplainedBy, Explanation, FigureOfPaper } from '#contract/explain.ts';
import { monthBounds } from '#domain/billing-month.ts';
import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import type { Scope } from '#domain/role.ts';
import { titleText } from '../../billing/document-words.ts';
import { findMonths } from '../../billing/months-queries.ts';
import { runningMonths } from '../../billing/running-months.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { type OpenPart, openPart, sumParts, tellParts } from './explain-open.ts';
import { findBilled, findOnTheWay } from './explain-paper-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

type Asked = {
  readonly figure: FigureOfPaper;
  readonly by: ExplainedBy | null;
  readonly month: string | undefined;
  readonly cursor: string | undefined;
};

/** Explains the total of a month's invoices or statements by document, and the total of open payout runs by payout. */
export async function explainPaper(needs: Needs, scope: Scope, asked: Asked): Promise<Explanation> {
  if (scope.kind !== 'all') throw new AppError('forbidden', 'Only administrators can see the total of all documents.');
  const { by, cursor, figure } = asked;
  const choice = figure === 'in_payout' ? 'payout' : 'document';
  if (by !== null && by !== choice)
    throw new AppError('invalid', 'A month can be broken down by document, and pending payouts by payout.');
  const { parts, period } = await (figure === 'in_payout' ? ofRuns(needs, asked) : ofMonth(needs, figure, asked));
  return { period, figure, ...tellParts(parts, { choice, total: sumParts(parts), cursor }) };
}

async function ofMonth(needs: Needs, figure: 'billed' | 'owed', { month }: Asked) {
  const { accounts, config, figures } = needs;
  if (month === undefined) throw new AppError('invalid', 'Set `month` to a month such as 2026-10.');
  const kind = figure === 'billed' ? 'invoice' : 'statement';
  const rows = await findBilled(accounts, kind, month);
  const [first] = rows;
  const isFinal = (await findMonths(accounts)).some((one) => one.month === month && one.final_at !== null);
  const timeZone = first?.time_zone ?? config.networkTimeZone;
  const bounds = monthBounds(month, timeZone);
  const range = { startMs: first?.from_at ?? bounds.fromMs, endMs: first?.to_at ?? bounds.toMs };
  return {
    period: await figures.periodOf({ scope: { kind: 'all' }, customerKey: null, timeZone, range }),
    parts: isFinal
      ? rows.map(({ customer_name: name, ...row }) =>
          openPart(row.id, `${titleText({ kind, ...row })}, ${name}`, row.total_cents ?? 0, 1),
        )
      : await soFar(needs, figure, month),
  };
}

/** Returns the amounts of a month that is not final yet, by the document that each customer would get. */
async function soFar(needs: Needs, figure: 'billed' | 'owed', month: string): Promise<OpenPart[]> {
  const kind = figure === 'billed' ? 'invoice' : 'statement';
  const [running] = await runningMonths(needs, month);
  const { customerByKey } = await needs.figures.network();
  return [...(running?.[figure] ?? [])]
    .filter(([, micros]) => micros !== 0n)
    .map(([key, micros]) => {
      const { id = '', name = '' } = customerByKey.get(key) ?? {};
      const part = openPart(`${kind}-${month}-${id}`, `${DOCUMENT_TITLES[kind]} (not final), ${name}`, 0, 1);
      return { ...part, amount: micros };
    });
}

async function ofRuns({ accounts, figures, now }: Needs, { month }: Asked) {
  if (month !== undefined) throw new AppError('invalid', 'Pending payouts don’t belong to a month. Omit `month`.');
  const question = await readQuestion(figures, () => ({ kind: 'all' }), {}, now());
  const rows = await findOnTheWay(accounts);
  return {
    period: await figures.periodOf(question),
    parts: rows.map(({ id, name, cents }) => openPart(id, name, cents, 1)),
  };
}
