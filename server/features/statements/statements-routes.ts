import type { FastifyInstance } from 'fastify';
import { issuePrintTicket } from '#contract/print-ticket.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { checkKnown, knownOnOf, rangeOf } from './collect-statement.ts';
import { issueTicket, printUrl } from './issue-ticket.ts';
import { findPrintScope } from './print-scope.ts';

/** Tickets of PDF statements; the PDF itself is answered by `GET /list?format=print`. */
export function statementRoutes(dependencies: Pick<Dependencies, 'config' | 'accounts' | 'figures' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, issuePrintTicket, async (request) => {
      const { cid, role, start, end, from, to, known_on: knownOn } = request.body;
      const terms = {
        cid,
        role,
        start: start === undefined ? null : Number(start),
        end: end === undefined ? null : Number(end),
        from: from ?? null,
        to: to ?? null,
        knownOn: knownOn ?? null,
      };
      const caller = callerOf(request);
      if (caller.token !== null)
        throw new AppError('forbidden', 'A link for printing is for browsers: an API token asks for the figures.');
      const range = rangeOf(terms, dependencies.now());
      if (knownOn !== undefined) checkKnown(range, knownOnOf(dependencies, terms));
      await findPrintScope(dependencies.figures, caller, cid, role);
      const { accounts, now } = dependencies;
      const ticket = await issueTicket(accounts, caller, terms, now());
      // Written with the ticket, which knows who asks, and opens one document within a minute.
      const subject = cid === '' ? 'all customers' : cid;
      const entry = { at: now(), action: 'statement.exported', subject, detail: { ...terms } };
      await writeAudit(accounts, { ...authorOf(request), ...entry });
      return { ticket, url: printUrl(terms, ticket) };
    });
  };
}
