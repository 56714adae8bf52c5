import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  confirmPayee,
  getOwnPayee,
  listPayees,
  type Payee,
  setOwnPayee,
  setPayee,
  withdrawOwnPayee,
  withdrawPayee,
} from '#contract/payees.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import { sendTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage } from '../../http/read-page.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import * as payees from './keep-payees.ts';
import { countPayees, findPayeeIds } from './payees-queries.ts';
import { sealPayees } from './seal-payees.ts';
import { findStates, findStatesOf, type PayeeStates, showPayee } from './show-payees.ts';

const PAYEE_COLUMNS: readonly ExportColumn<Payee>[] = [
  { name: 'customer', value: ({ customer }) => customer.name },
  { name: 'holder', value: ({ holder }) => holder },
  { name: 'account', value: ({ account }) => account },
  { name: 'bank', value: ({ bank }) => bank },
  {
    name: 'state',
    value: ({ account, confirmed_at: confirmed }) =>
      account === null ? 'unreadable' : confirmed === null ? 'unconfirmed' : 'confirmed',
  },
  { name: 'changed', value: ({ changed_at: at }) => at },
];

/**
 * Registers the routes for owners' bank accounts. Owners and administrators enter accounts, and administrators confirm
 * them (docs/ledger-and-documents.md#payments-and-payouts).
 */
export function payeesRoutes({
  accounts,
  config,
  mail,
  now,
}: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>) {
  const { currency, fourEyes } = config;
  const box = createSecretBox(config, 'bank-accounts');
  const writing = (request: FastifyRequest) => {
    const author = authorOf(request);
    return { context: { accounts, now, author }, userId: author.actorId, box, currency, fourEyes, mail };
  };
  const ownId = (request: FastifyRequest): string => {
    const scope = scopeOfRequest(request);
    if (scope.kind !== 'owner')
      throw new AppError('invalid', 'Specify the owner. Payout accounts of owners are at /payees/<customer>.');
    return scope.customerId;
  };

  /** Returns the account as shown to an administrator. A token cannot confirm a change. */
  const shownTo = (request: FastifyRequest, states: PayeeStates): Payee | null =>
    showPayee(states, {
      confirmerId: callerOf(request).token === null ? authorOf(request).actorId : null,
      fourEyes,
      nowMs: now(),
    });

  async function shown(request: FastifyRequest, customerId: string): Promise<Payee> {
    const payee = shownTo(request, await findStates(accounts, box, customerId));
    if (payee === null) throw new AppError('not-found', 'Payout account not found.');
    return payee;
  }

  /**
   * Returns the account as shown to its owner, who cannot confirm a change and does not see administrators' email
   * addresses.
   */
  async function ownPayee(request: FastifyRequest): Promise<Payee | null> {
    const states = await findStates(accounts, box, ownId(request));
    const payee = showPayee(states, { confirmerId: null, fourEyes, nowMs: now() });
    return payee === null ? null : { ...payee, changed_by: null, confirmed_by: null };
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onReady', () => sealPayees(accounts, box));

    addRoute(
      app,
      listPayees,
      async (request, reply) => {
        const { format, q = '' } = request.query;
        const { page, limit, offset } = readPage(request.query);
        const shownOf = async (ids: readonly string[]): Promise<Payee[]> =>
          (await findStatesOf(accounts, box, ids)).flatMap((state) => shownTo(request, state) ?? []);
        const total = await countPayees(accounts, q);
        if (format === 'csv') {
          const ids = await findPayeeIds(accounts, q, { limit: total, offset: 0 });
          const file = { name: 'payout accounts', columns: PAYEE_COLUMNS, total, rows: await shownOf(ids) };
          return sendTable({ accounts, now }, request, reply, file);
        }
        const data = await shownOf(await findPayeeIds(accounts, q, { limit, offset }));
        return { data, total, page, limit };
      },
      TABLE_LIMITS,
    );

    addRoute(app, setPayee, async (request) => {
      const { id } = request.params;
      await payees.setPayee(writing(request), { customerId: id, isOwn: false }, request.body);
      return shown(request, id);
    });

    addRoute(app, confirmPayee, async (request) => {
      const { id } = request.params;
      await payees.confirm(writing(request), { customerId: id, revision: request.body.revision });
      return shown(request, id);
    });

    addRoute(app, withdrawPayee, async (request) => {
      const { id } = request.params;
      await payees.withdraw(writing(request), { customerId: id, revision: request.body.revision });
      return { payee: shownTo(request, await findStates(accounts, box, id)) };
    });

    addRoute(app, getOwnPayee, async (request) => ({ payee: await ownPayee(request) }));

    addRoute(app, setOwnPayee, async (request) => {
      await payees.setPayee(writing(request), { customerId: ownId(request), isOwn: true }, request.body);
      const payee = await ownPayee(request);
      if (payee === null) throw new AppError('not-found', 'Payout account not found.');
      return payee;
    });

    addRoute(app, withdrawOwnPayee, async (request) => {
      await payees.withdraw(writing(request), { customerId: ownId(request), revision: request.body.revision });
      return { payee: await ownPayee(request) };
    });
  };
}
