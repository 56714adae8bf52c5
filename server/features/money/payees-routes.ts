import type { FastifyInstance, FastifyRequest } from 'fastify';
import { confirmPayee, getOwnPayee, listPayees, type Payee, setOwnPayee, setPayee } from '#contract/payees.ts';
import type { Dependencies } from '../../dependencies.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { readPage } from '../../http/read-page.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import * as payees from './keep-payees.ts';
import { countPayees, findPayee, findPayees } from './payees-queries.ts';
import { openPayee, sealPayees } from './seal-payees.ts';

/** Where owners are paid: what they and administrators say, and what administrators confirm (docs/ledger-and-documents.md#payments-and-payouts). */
export function payeesRoutes({ accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>) {
  const box = createSecretBox(config);
  const writing = (request: FastifyRequest) => {
    // It says where money goes.
    requireFreshLogin(request);
    const author = authorOf(request);
    return { context: { accounts, now, author }, userId: author.actorId, box, currency: config.currency };
  };
  const ownId = (request: FastifyRequest): string => {
    const scope = scopeOfRequest(request);
    if (scope.kind !== 'owner')
      throw new AppError('invalid', 'Name the owner: accounts of owners stand at /payees/<customer>.');
    return scope.customerId;
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onReady', () => sealPayees(accounts, box));

    addRoute(app, listPayees, async (request) => {
      const { page, limit, offset } = readPage(request.query);
      const rows = await findPayees(accounts, { limit, offset });
      const data = rows.map((row) => payees.showPayee(openPayee(box, row)));
      return { data, total: await countPayees(accounts), page, limit };
    });

    addRoute(app, setPayee, async (request) => {
      const write = writing(request);
      await payees.setPayee(write, { customerId: request.params.id, isOwn: false }, request.body);
      return payees.showPayeeOf(write, request.params.id);
    });

    addRoute(app, confirmPayee, async (request) => {
      const write = writing(request);
      await payees.confirm(write, request.params.id, request.body.revision);
      return payees.showPayeeOf(write, request.params.id);
    });

    addRoute(app, getOwnPayee, async (request) => {
      const row = await findPayee(accounts, ownId(request));
      return { payee: row === undefined ? null : withoutPeople(payees.showPayee(openPayee(box, row))) };
    });

    addRoute(app, setOwnPayee, async (request) => {
      const write = writing(request);
      await payees.setPayee(write, { customerId: ownId(request), isOwn: true }, request.body);
      return withoutPeople(await payees.showPayeeOf(write, ownId(request)));
    });
  };
}

/** Owners are not told the addresses of administrators. */
const withoutPeople = (payee: Payee): Payee => ({ ...payee, changed_by: null, confirmed_by: null });
