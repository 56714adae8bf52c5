import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Colleague,
  changeColleague,
  inviteColleague,
  inviteColleagueAgain,
  listColleagues,
} from '#contract/colleagues.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { type ColleagueChanging, changeColleagueRow, findOrganisation, inviteAgain } from './change-colleague.ts';
import { createUser } from './create-user.ts';
import { managedUser } from './managed-user.ts';
import { countUsers, findUser, findUsers, type UserRow } from './users-queries.ts';

/** Each invitation is a mail to an address that a manager chooses. */
const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;

type ColleaguesDependencies = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

const colleagueOf = (row: UserRow, callerId: string): Colleague => {
  const { id, first_name, last_name, email, standing, status, last_seen_at, demo, version } = managedUser(row);
  return { id, first_name, last_name, email, standing, status, last_seen_at, demo, version, own: id === callerId };
};

/** Accounts of one organization, as its managers administer them (docs/business-rules.md#standings-and-tokens). */
export function colleagueRoutes({ accounts, config, mail, now }: ColleaguesDependencies) {
  const changing = (request: FastifyRequest): ColleagueChanging => ({
    accounts,
    mail,
    now,
    author: authorOf(request),
    caller: callerOf(request),
  });
  // In a demo, strangers may share an organization.
  const isMasked = (request: FastifyRequest): boolean => config.demo || isVisit(request);
  async function shown(request: FastifyRequest, id: string): Promise<Colleague> {
    const row = await findUser(accounts, id, isMasked(request));
    if (row === undefined) throw new AppError('not-found', 'There is no such colleague.');
    return colleagueOf(row, callerOf(request).userId);
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listColleagues, async (request) => {
      const { q = '', sort = 'first_name', cid, ...place } = request.query;
      const { id } = await findOrganisation(accounts, callerOf(request), cid);
      const { page, limit, offset } = readPage(place);
      const filter = { q, role: undefined, status: undefined, customer_id: id, isVisit: isMasked(request) };
      const rows = await findUsers(accounts, filter, readSort(sort), { limit, offset });
      const data = rows.map((row) => colleagueOf(row, callerOf(request).userId));
      return { data, total: await countUsers(accounts, filter), page, limit };
    });

    addRoute(
      app,
      inviteColleague,
      async (request) => {
        refuseDemoAccount(request);
        const { id: customer_id, kind } = await findOrganisation(accounts, callerOf(request), request.query.cid);
        const input = { ...request.body, role: kind, customer_id, phone_number: '', disabled: false };
        const user = await createUser(changing(request), { input, picture: null, invite: true });
        return colleagueOf(user, callerOf(request).userId);
      },
      LIMITS,
    );

    addRoute(app, changeColleague, async (request) => {
      refuseDemoAccount(request);
      const { version, ...wanted } = request.body;
      await changeColleagueRow(changing(request), { id: request.params.id, version, ...wanted });
      return shown(request, request.params.id);
    });

    addRoute(
      app,
      inviteColleagueAgain,
      async (request) => {
        refuseDemoAccount(request);
        return { email: await inviteAgain(changing(request), request.params.id) };
      },
      LIMITS,
    );
  };
}
