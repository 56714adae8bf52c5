import type { FastifyInstance } from 'fastify';
import { getPayer, setPayer as putPayer } from '#contract/payer.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { adoptFormerPayer, setPayer, showPayer } from './keep-payer.ts';

/**
 * Registers the routes for the account that payouts are made from (docs/ledger-and-documents.md#payments-and-payouts).
 */
export function payerRoutes({ accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>) {
  const box = createSecretBox(config, 'bank-accounts');
  const needs = { accounts, box, currency: config.currency };

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onReady', () => adoptFormerPayer({ accounts, box, now }, config));

    addRoute(app, getPayer, async () => ({ payer: await showPayer(needs) }));

    addRoute(app, putPayer, async (request) => {
      const author = authorOf(request);
      await setPayer({ context: { accounts, now, author }, userId: author.actorId }, needs, request.body);
      const payer = await showPayer(needs);
      if (payer === null) throw new AppError('not-found', 'Payer account not found.');
      return payer;
    });
  };
}
