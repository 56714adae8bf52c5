import type { FastifyInstance } from 'fastify';
import { issuePrintTicket } from '#contract/print-ticket.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { checkKnown, knownOnOf, rangeOf } from './collect-statement.ts';
import { issueTicket, printUrl } from './issue-ticket.ts';
import { findPrintScope } from './print-scope.ts';

/** Registers the route that issues tickets for PDF statements. `GET /list?format=print` serves the PDF itself. */
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
      const range = rangeOf(terms, dependencies.now());
      if (knownOn !== undefined) checkKnown(range, knownOnOf(dependencies, terms));
      await findPrintScope(dependencies.figures, caller, cid, role);
      const { accounts, now } = dependencies;
      const ticket = await issueTicket(accounts, caller, terms, now());
      // The audit entry is written with the ticket, because this request identifies the user. The ticket opens one
      // document within a minute.
      const subject = cid === '' ? 'all customers' : cid;
      const entry = { at: now(), action: 'statement.exported', subject, detail: { ...terms } };
      await writeAudit(accounts, { ...authorOf(request), ...entry });
      return { ticket, url: printUrl(terms, ticket) };
    });
  };
}
