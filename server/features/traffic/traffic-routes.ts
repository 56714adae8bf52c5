import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptObjection, declineObjection, listObjections, raiseObjection } from '#contract/objections.ts';
import { getInvalidTraffic } from '#contract/traffic.ts';
import {
  approveFindingCredit,
  declineFindingCredit,
  listTrafficFindings,
  proposeFindingCredit,
} from '#contract/traffic-findings.ts';
import { getTrafficRules, setTrafficRules, tryTrafficRules } from '#contract/traffic-rules.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { readTrafficRules } from '../../network/read-traffic-rules.ts';
import { approveCredit, declineCredit, proposeCredit, showFinding, showFindings } from './adjust-findings.ts';
import { accept, decline, type Objecting, raise, showObjection, showObjections } from './decide-objections.ts';
import { currentRules, setRules, showRules } from './keep-rules.ts';
import { flightKeys, showTraffic } from './show-traffic.ts';
import { tryRules } from './try-rules.ts';

type Needs = Pick<Dependencies, 'accounts' | 'budgets' | 'config' | 'events' | 'figures' | 'mail' | 'network' | 'now'>;

/** Each objection is a mail to every administrator. */
const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;

/** Invalid traffic: its figures, the rules, and objections (docs/business-rules.md#invalid-traffic). */
export function trafficRoutes(needs: Needs) {
  const { accounts, figures, now } = needs;
  const contextOf = (request: FastifyRequest) => ({ accounts, now, author: authorOf(request) });
  const objecting = (request: FastifyRequest): Objecting => ({ ...needs, context: contextOf(request) });

  const shown = (request: FastifyRequest, id: string) =>
    showObjection(needs, id, { isAdmin: callerOf(request).role === 'admin', isVisit: isVisit(request) });

  /** The caller's own customer; an administrator names one. */
  async function objectorOf(request: FastifyRequest, cid: string | undefined) {
    const { role, customer, userId } = callerOf(request);
    const { customerById } = await figures.network();
    const id = role === 'admin' ? cid : customer?.id;
    if (id === undefined) throw new AppError('invalid', 'Say whose objection it is: `cid` is the id of a customer.');
    if (role !== 'admin' && cid !== undefined && cid !== id)
      throw new AppError('forbidden', 'Your account belongs to another customer.');
    const named = customerById.get(id);
    if (named === undefined) throw new AppError('not-found', 'There is no such customer.');
    return { id, party: { kind: named.kind, customerKey: named.key }, userId };
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getInvalidTraffic, async (request) => {
      const { by = 'day', reason = null, flight, ...range } = request.query;
      const asked = await readQuestion(figures, () => scopeOfRequest(request), range, now());
      const network = await figures.network();
      const flights = flight === undefined ? null : flightKeys(network, asked.scope, flight.split(','));
      const question = { ...asked, by, reason, flights };
      const [judged, period] = await Promise.all([figures.judged(question), figures.periodOf(asked)]);
      return { period, ...showTraffic(network, question, judged) };
    });

    addRoute(app, listObjections, async (request) => {
      const { customer, role } = callerOf(request);
      const seesAll = role === 'admin' || role === 'full';
      return { data: await showObjections(needs, seesAll ? null : (customer?.id ?? ''), isVisit(request)) };
    });

    addRoute(
      app,
      raiseObjection,
      async (request) => {
        const by = await objectorOf(request, request.query.cid);
        const id = await raise(objecting(request), request.body, by);
        return shown(request, id);
      },
      LIMITS,
    );

    addRoute(app, acceptObjection, async (request) => {
      await accept(objecting(request), request.params.id, request.body.reason);
      return shown(request, request.params.id);
    });

    addRoute(app, declineObjection, async (request) => {
      await decline(objecting(request), request.params.id, request.body.reason);
      return shown(request, request.params.id);
    });

    addRoute(app, listTrafficFindings, (request) =>
      showFindings(needs, readPage(request.query), callerOf(request).userId),
    );

    const credits = [
      [proposeFindingCredit, proposeCredit],
      [approveFindingCredit, approveCredit],
      [declineFindingCredit, declineCredit],
    ] as const;
    for (const [endpoint, decideCredit] of credits)
      addRoute(app, endpoint, async (request) => {
        const { userId } = callerOf(request);
        await decideCredit({ ...needs, context: contextOf(request), userId }, request.params.id);
        return showFinding(needs, request.params.id, userId);
      });

    addRoute(app, getTrafficRules, () => showRules(needs));

    addRoute(
      app,
      tryTrafficRules,
      async (request, reply) => {
        let isWanted = true;
        reply.raw.once('close', () => {
          isWanted = false;
        });
        const rules = readTrafficRules(request.body, await currentRules(needs));
        return tryRules(needs, rules, () => isWanted);
      },
      LIMITS,
    );

    addRoute(app, setTrafficRules, async (request) => {
      await setRules(contextOf(request), request.body);
      return showRules(needs);
    });
  };
}
