import type { FastifyInstance } from 'fastify';
import { listProfit as contract } from '#contract/profit.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { dollars } from '#domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { readPage } from '../../http/read-page.ts';
import { type Profits, showProfit } from './list-profit.ts';

/** Rate limit. While new events arrive, each request has to read the entire range again. */
const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;

/** Registers the route for the network's profit from outlets (docs/business-rules.md#money). */
export function profitRoutes(
  needs: Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>,
  profits: Pick<Profits, 'table'>,
) {
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
          throw new AppError('invalid', 'Outlets belong to owners. Specify an owner, or no customer.');
        const table = await profits.table(question);
        const found = await table.find({ sort, q, advice });
        const rows = [...found.subarray(offset, offset + limit)].flatMap((place) => table.rowAt(place) ?? []);
        return {
          data: await showProfit(needs, question, rows),
          total: found.length,
          page,
          limit,
          period: await needs.figures.periodOf(question),
          median_a_month: dollars(table.median),
        };
      },
      { ...LIMITS, isCostly: true },
    );
  };
}
