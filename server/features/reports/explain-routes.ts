import type { FastifyInstance } from 'fastify';
import { explainFigure as contract, isFigureOfBooks, isFigureOfLedger, isFigureOfPaper } from '#contract/explain.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asKnownOn } from '../../figures/asked/question.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import { explainDocument } from './explain-document.ts';
import { explainFigure } from './explain-figure.ts';
import { explainLedger } from './explain-ledger.ts';
import { explainOpen } from './explain-open.ts';
import { explainPaper } from './explain-paper.ts';

/** Why a figure is what it is (docs/business-rules.md#money). */
export function explainRoutes(dependencies: Pick<Dependencies, 'config' | 'accounts' | 'events' | 'figures' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const { config, figures, now } = dependencies;
    addRoute(app, contract, async (request) => {
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
        ...rest
      } = request.query;
      if (isFigureOfPaper(figure)) {
        if ([document, line, known_on, filters, cid, ...Object.values(rest)].some((one) => one !== undefined))
          throw new AppError('invalid', 'Of documents ask for those of a month, of payout runs for those of now.');
        return explainPaper(dependencies, scopeOfRequest(request), { figure, by, month, cursor });
      }
      if (month !== undefined) throw new AppError('invalid', 'A month is for what was billed or is owed.');
      if (isFigureOfBooks(figure)) {
        if ([document, line, known_on, filters, ...Object.values(rest)].some((one) => one !== undefined))
          throw new AppError('invalid', 'What is open is asked for of now, of all customers or of one.');
        return explainOpen(dependencies, scopeOfRequest(request), { figure, by, cid, cursor });
      }
      if (isFigureOfLedger(figure)) {
        if ([document, line, known_on, cid, ...Object.values(rest)].some((one) => one !== undefined))
          throw new AppError('invalid', 'The books are asked for as they stand, whole or of one booking.');
        return explainLedger(dependencies, scopeOfRequest(request), { figure, by, filters, cursor });
      }
      const knownOn = readKnownOn(known_on, config.networkTimeZone, now());
      const asked = { figure, by, filters, cursor };
      const range = cid === undefined ? rest : { ...rest, cid };
      if (document === undefined) {
        if (line !== undefined) throw new AppError('invalid', 'A line is of a document: name both.');
        const question = await readQuestion(figures, () => scopeOfRequest(request), range, now());
        return explainFigure(dependencies, { ...question, ...asKnownOn(knownOn) }, asked);
      }
      if (figure !== 'revenue' || Object.keys(range).length > 0 || filters !== undefined)
        throw new AppError(
          'invalid',
          'Of a document ask for its money or that of a line, without range, customer or filters.',
        );
      return explainDocument(dependencies, scopeOfRequest(request), { id: document, line, by, cursor, knownOn });
    });
  };
}
