import type { FastifyInstance } from 'fastify';
import {
  explainFigure as contract,
  isFigureOfBooks,
  isFigureOfLedger,
  isFigureOfLines,
  isFigureOfMoves,
  isFigureOfPaper,
  isFigureOfPlans,
  isFigureOfSettlement,
} from '#contract/explain.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asKnownOn } from '../../figures/query/question.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute, type RequestOf } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { isWaiting } from '../../http/is-waiting.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import { explainDocument } from './explain-document.ts';
import { explainFigure } from './explain-figure.ts';
import { explainLedger } from './explain-ledger.ts';
import { explainLeft } from './explain-left.ts';
import { explainMoved } from './explain-moved.ts';
import { explainOpen } from './explain-open.ts';
import { explainPaper } from './explain-paper.ts';
import { explainPlan, type PlansToTell } from './explain-plan.ts';
import { explainProfit, type ProfitOf } from './explain-profit.ts';
import { explainSettlement } from './explain-settlement.ts';
import { explainTrial, type TrialsToTell } from './explain-trial.ts';
import { explainVisitors } from './explain-visitors.ts';

const COSTLY = { isCostly: true } as const;

type Query = RequestOf<typeof contract>['query'];

/** Refuses parameters that this figure does not accept. */
function takesOnly(query: Query, names: readonly (keyof Query)[], message: string): void {
  const taken: readonly string[] = ['figure', 'by', 'cursor', ...names];
  if (Object.entries(query).some(([name, value]) => value !== undefined && !taken.includes(name)))
    throw new AppError('invalid', message);
}

const RANGE = ['from', 'to', 'range', 'start', 'end', 'tz', 'cid'] as const satisfies (keyof Query)[];

/** Explanations that other features provide for their figures. */
type Others = { readonly plans: PlansToTell; readonly profitOf: ProfitOf; readonly trials: TrialsToTell };

/** Routes that explain a figure (docs/business-rules.md#money). */
export function explainRoutes(
  dependencies: Pick<Dependencies, 'config' | 'accounts' | 'events' | 'figures' | 'now'>,
  { plans, profitOf, trials }: Others,
) {
  const { config, figures, now } = dependencies;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      contract,
      async (request, reply) => {
        const { query } = request;
        const {
          figure = 'revenue',
          by = null,
          cid,
          filters,
          cursor,
          document,
          line,
          known_on,
          month,
          of,
          outlet,
        } = query;
        const scope = () => scopeOfRequest(request);
        if (query.trial !== undefined) {
          if (callerOf(request).role !== 'admin')
            throw new AppError('forbidden', 'Contracts are tried by administrators.');
          takesOnly(
            query,
            ['trial', 'from', 'to', 'cid', 'filters'],
            'Of a trial ask for days, a customer and filters.',
          );
          const { from, to, trial } = query;
          if ((from === undefined) !== (to === undefined)) throw new AppError('invalid', 'Days need from and to.');
          const days = from === undefined || to === undefined ? null : { from, to };
          const told = { figure, by, trial, days, cid, filters, cursor };
          return explainTrial(dependencies, trials, scope(), told, isWaiting(reply));
        }
        if (isFigureOfPaper(figure)) {
          takesOnly(query, ['month'], 'Of documents ask for those of a month, of payout runs for those of now.');
          return explainPaper(dependencies, scope(), { figure, by, month, cursor });
        }
        if (isFigureOfMoves(figure)) {
          takesOnly(query, ['of'], 'A payment, a payout or a payout run is named by its id alone.');
          return explainMoved(dependencies, scope(), { figure, by, of, cursor });
        }
        if (isFigureOfPlans(figure)) {
          const message =
            'What was planned is asked for of a flight or campaign by its id, of a flight also of one day.';
          takesOnly(query, figure === 'planned' ? ['of', 'from', 'to'] : ['of'], message);
          if (query.from !== query.to) throw new AppError('invalid', message);
          return explainPlan(dependencies, plans, scope(), { figure, by, of, day: query.from ?? null, cursor });
        }
        if (isFigureOfBooks(figure)) {
          takesOnly(query, ['cid'], 'What is open is asked for of now, of all customers or of one.');
          return explainOpen(dependencies, scope(), { figure, by, cid, cursor });
        }
        if (isFigureOfLedger(figure)) {
          takesOnly(query, ['filters'], 'The books are asked for as they stand, whole or of one booking.');
          return explainLedger(dependencies, scope(), { figure, by, filters, cursor });
        }
        const knownOn = readKnownOn(known_on, config.networkTimeZone, now());
        if (isFigureOfSettlement(figure)) {
          takesOnly(
            query,
            ['document', 'cid', 'known_on'],
            'What is paid is asked for of a document or of a customer.',
          );
          const known = known_on === undefined || knownOn === null ? null : { text: known_on, atMs: knownOn };
          return explainSettlement(dependencies, scope(), { figure, by, document, cid, known, cursor });
        }
        if (document !== undefined) {
          const message = 'Of a document ask for its money or a figure of a line, without range, customer or filters.';
          takesOnly(query, ['document', 'line', 'known_on'], message);
          if (!isFigureOfLines(figure)) throw new AppError('invalid', message);
          return explainDocument(dependencies, scope(), { figure, id: document, line, by, cursor, knownOn });
        }
        if (line !== undefined) throw new AppError('invalid', 'A line is of a document: name both.');
        const ofRange = `'${figure}' is asked for of a range, a customer and filters.`;
        if (outlet === undefined) takesOnly(query, [...RANGE, 'filters', 'known_on'], ofRange);
        else
          takesOnly(
            query,
            [...RANGE, 'filters', 'outlet'],
            'Of an outlet where it stands ask for a range and filters.',
          );
        const { from, to, range, start, end, tz } = query;
        const told = { from, to, range, start, end, tz, cid };
        const asked = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
        const question = { ...(await readQuestion(figures, scope, asked, now())), ...asKnownOn(knownOn) };
        if (outlet !== undefined) {
          if (figure === 'left_after_energy' || figure === 'visitors')
            throw new AppError('invalid', 'Of an outlet where it stands ask for its profit or a figure of its events.');
          return explainProfit(dependencies, profitOf, question, { figure, by, outlet, filters, cursor });
        }
        if (figure === 'profit_a_month') throw new AppError('invalid', 'Say of which `outlet`: profit is of one.');
        if (figure === 'left_after_energy') return explainLeft(dependencies, question, { by, filters });
        if (figure === 'visitors') return explainVisitors(dependencies, question, { by, filters, cursor });
        return explainFigure(dependencies, question, { figure, by, filters, cursor });
      },
      COSTLY,
    );
  };
}
