import type { FastifyInstance } from 'fastify';
import { listProfit as contract } from '#contract/profit.ts';
import { ADVICE } from '#contract/table-choices.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { dollars } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { type Advised, listProfit, showProfit } from './list-profit.ts';

/** The events of the range are read anew. */
const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;

/** What outlets bring the network (docs/business-rules.md#money). */
export function profitRoutes(needs: Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      contract,
      async (request) => {
        const { page: _page, limit: _limit, q = '', sort = 'profit', advice, ...asked } = request.query;
        const { page, limit, offset } = readPage(request.query);
        const hasRange = Object.keys(asked).some((name) => name !== 'cid' && name !== 'tz');
        const range = hasRange ? asked : { ...asked, range: '90d' as const };
        const question = await readQuestion(needs.figures, () => scopeOfRequest(request), range, needs.now());
        if (question.scope.kind !== 'all')
          throw new AppError('invalid', 'Outlets are of owners: name one, or no customer at all.');
        const { rows, median } = await listProfit(needs, question);
        const isAsked = (row: Advised) => (advice === undefined || row.advice === advice) && isLike(row, q);
        const wanted = rows.filter(isAsked).sort(ordered(sort));
        return {
          data: await showProfit(needs, question, wanted.slice(offset, offset + limit)),
          ...{ total: wanted.length, page, limit },
          period: await needs.figures.periodOf(question),
          median_a_month: dollars(median),
        };
      },
      LIMITS,
    );
  };
}

const isLike = ({ holding: { customer, outlet, venue } }: Advised, q: string): boolean =>
  q === '' || [customer.name, outlet.eui, outlet.label, venue.name].some((text) => nameKey(text).includes(nameKey(q)));

/** `advice` is the order in which things are done: what to look at, moves, then additions, then what stays. */
function ordered(sort: Parameters<typeof readSort>[0]): (one: Advised, other: Advised) => number {
  const { name, direction } = readSort(sort);
  const sign = direction === 'desc' ? -1 : 1;
  const rank = ({ advice }: Advised) => (advice === 'add' ? 1.5 : ADVICE.indexOf(advice));
  const byEui = (one: Advised, other: Advised) => (one.holding.outlet.eui < other.holding.outlet.eui ? -1 : 1);
  const byProfit = (one: Advised, other: Advised) => Number(one.made.aMonth - other.made.aMonth);
  return (one, other) =>
    sign * ((name === 'advice' ? rank(one) - rank(other) : 0) || byProfit(one, other)) || byEui(one, other);
}
