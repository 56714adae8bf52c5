import type { FastifyInstance } from 'fastify';
import { explainFigure as contract, isFigureOfRange } from '#contract/explain.ts';
import type { Dependencies } from '../dependencies.ts';
import { callerOf, scopeOfRequest } from '../http/access-guard.ts';
import { addRoute } from '../http/add-route.ts';
import { AppError } from '../http/app-error.ts';
import { isWaiting } from '../http/is-waiting.ts';
import { readKnownOn } from '../http/read-known-on.ts';
import type { Explainers, FigureRequest } from './explainers.ts';

const COSTLY = { isCostly: true } as const;

/** Creates the route that explains a figure (docs/business-rules.md#money) by calling the figure's explainer. */
export function explainRoutes(
  { config, now }: Pick<Dependencies, 'config' | 'now'>,
  { figures, ofDocument, ofOutlet, ofTrial }: Explainers,
) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      contract,
      async (request, reply) => {
        const { query } = request;
        const { figure = 'revenue', by = null, document, known_on, line, outlet, trial } = query;
        const asked: FigureRequest = {
          query,
          figure,
          by,
          scope: scopeOfRequest(request),
          isAdmin: callerOf(request).role === 'admin',
          knownOn: () => readKnownOn(known_on, config.networkTimeZone, now()),
          isWanted: isWaiting(reply),
        };
        if (trial !== undefined) return ofTrial(asked, trial);
        if (isFigureOfRange(figure)) {
          if (document !== undefined) return ofDocument(asked, document);
          if (line !== undefined)
            throw new AppError('invalid', 'To explain a line, specify both its document and the line.');
          if (outlet !== undefined) return ofOutlet(asked, outlet);
        }
        return figures[figure](asked);
      },
      COSTLY,
    );
  };
}
