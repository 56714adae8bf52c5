import type { FastifyInstance } from 'fastify';
import { listProfit as contract, type ProfitRow } from '#contract/profit.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { dollars } from '#domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { inPages } from '../../exports/in-pages.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import { sendTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { readPage } from '../../http/read-page.ts';
import { type Profits, showProfit } from './list-profit.ts';

/** Rate limit. While new events arrive, each request has to read the entire range again. */
const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;

const COLUMNS: readonly ExportColumn<ProfitRow>[] = [
  { name: 'eui', value: ({ eui }) => eui.toUpperCase() },
  { name: 'outlet', value: ({ label }) => label },
  { name: 'customer', value: ({ customer }) => customer },
  { name: 'venue', value: ({ venue }) => venue },
  { name: 'advice', value: ({ advice }) => advice },
  { name: 'views', value: ({ views }) => views },
  { name: 'revenue', value: ({ revenue }) => revenue },
  { name: 'owner', value: ({ owner_share: share }) => share },
  { name: 'energy', value: ({ energy_cost: cost }) => cost },
  { name: 'energy_kwh', value: ({ energy_kwh: kwh }) => kwh },
  { name: 'fixed', value: ({ fixed_cost: cost }) => cost },
  { name: 'profit', value: ({ profit_a_month: profit }) => profit },
  { name: 'payback', value: ({ pays_back_on: day }) => day },
];

/** Registers the route for the network's profit from outlets (docs/business-rules.md#money). */
export function profitRoutes(
  needs: Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>,
  profits: Pick<Profits, 'table'>,
) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      contract,
      async (request, reply) => {
        const {
          page: _page,
          limit: _limit,
          format,
          hide: _hide,
          q = '',
          sort = 'profit',
          advice,
          ...asked
        } = request.query;
        const { page, limit, offset } = readPage(request.query);
        const hasRange = Object.keys(asked).some((name) => name !== 'cid' && name !== 'tz');
        const range = hasRange ? asked : { ...asked, range: '90d' as const };
        const question = await readQuestion(needs.figures, () => scopeOfRequest(request), range, needs.now());
        if (question.scope.kind !== 'all')
          throw new AppError('invalid', 'Outlets belong to owners. Specify an owner, or no customer.');
        const table = await profits.table(question);
        const found = await table.find({ sort, q, advice });
        const show = (at: { limit: number; offset: number }) => {
          const places = [...found.subarray(at.offset, at.offset + at.limit)];
          const rows = places.flatMap((place) => table.rowAt(place) ?? []);
          return showProfit(needs, question, rows);
        };
        if (format === 'csv')
          return sendTable(needs, request, reply, {
            name: 'outlet profit',
            columns: COLUMNS,
            total: found.length,
            rows: inPages(show),
          });
        return {
          data: await show({ limit, offset }),
          total: found.length,
          page,
          limit,
          period: await needs.figures.periodOf(question),
          median_a_month: dollars(table.median),
        };
      },
      { ...LIMITS, ...TABLE_LIMITS, isCostly: true },
    );
  };
}
