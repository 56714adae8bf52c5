import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { listCustomers } from '#contract/list.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CachedAnswers } from '../../figures/cache/figure-cache.ts';
import type { RequestOf } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { collectStatement } from './collect-statement.ts';
import { redeemTicket, type UsedTicket } from './issue-ticket.ts';
import { findPrintScope } from './print-scope.ts';
import { renderStatement } from './render-statement.ts';
import type { TicketTerms } from './statements-queries.ts';

/** Maximum number of concurrent drawings, and maximum length of the queue (docs/threat-model.md#e6). */
const QUEUE = { atOnce: 1, waiting: 8 } as const;
const RETRY_SECONDS = 3;

type PrintRequest = RequestOf<typeof listCustomers>;
type StatementDependencies = Pick<Dependencies, 'config' | 'accounts' | 'figures' | 'now'>;

/**
 * Serves `GET /list?format=print` with the PDF (docs/specification.md#calls, docs/threat-model.md#e1). The
 * credential is a single-use ticket or, without one, the request's bearer token. If more than eight requests are
 * waiting, the response is 503 and the ticket stays valid.
 */
export function createStatementPrinter(
  dependencies: StatementDependencies,
): (request: PrintRequest, reply: FastifyReply) => Promise<unknown> {
  const semaphore = createSemaphore(QUEUE);
  // Cached for a minute, until the next event or eviction (docs/threat-model.md#e6).
  const drawn = dependencies.figures.cache.answers<Statement>('statements', ({ pdf }) => pdf.length);

  return async (request, reply) => {
    reply.header('Referrer-Policy', 'no-referrer').header('Cache-Control', 'no-store');
    const terms = termsOf(request);
    const used = terms && (await identify(dependencies, request, terms));
    if (!used) {
      return refuse(
        request,
        reply,
        new AppError(
          'unauthenticated',
          'This statement link has expired. Open the statement from the dashboard again.',
        ),
      );
    }
    const gone = abortWhenGone(reply);
    const leave = await semaphore.enter(gone);
    if (leave === null) {
      await used.returnUnused();
      return refuse(
        request,
        reply,
        new AppError('unavailable', 'Many statements are being created. Try again in a moment.', RETRY_SECONDS),
      );
    }
    try {
      const { customerId, pdf } = await print(dependencies, drawn, { terms, used, gone });
      return reply
        .header('Content-Type', 'application/pdf')
        .header('Content-Disposition', `attachment; filename=outlet-report-${customerId}.pdf`)
        .send(pdf);
    } finally {
      leave();
    }
  };
}

/** Returns the reader by the ticket, or by the token that the access guard has checked. Null if there is neither. */
async function identify(
  dependencies: StatementDependencies,
  { caller, query: { t: ticket } }: PrintRequest,
  terms: TicketTerms,
): Promise<UsedTicket | null> {
  if (ticket !== undefined) return redeemTicket(dependencies, ticket, terms);
  return caller === null ? null : { caller, returnUnused: async () => undefined };
}

type Statement = { readonly customerId: string; readonly pdf: Buffer };
type Printing = { readonly terms: TicketTerms; readonly used: UsedTicket; readonly gone: AbortSignal };

/**
 * Draws the statement. Checks scope and role again, because permissions may have changed since the ticket was issued.
 */
async function print(
  dependencies: StatementDependencies,
  drawn: CachedAnswers<Statement>,
  { terms, used, gone }: Printing,
): Promise<Statement> {
  const { figures } = dependencies;
  const printed = await findPrintScope(figures, used.caller, terms.cid, terms.role);
  return drawn.get(printed.scope, JSON.stringify(terms), async () => {
    const data = await collectStatement(dependencies, printed, terms);
    const { stream, draw } = await renderStatement(data);
    const [pdf] = await Promise.all([buffer(stream), draw(gone)]);
    return { customerId: data.customerId, pdf };
  });
}

/** Parses the terms from a URL. Returns null unless it has exactly the parameters of the PDF link. */
function termsOf({ method, query }: PrintRequest): TicketTerms | null {
  const { format, op, cid, role = '', start, end, from, to, known_on: knownOn, t, ...others } = query;
  if (method !== 'GET' || format !== 'print' || op !== 'pdf' || cid === undefined) return null;
  if (Object.keys(others).length > 0) return null;
  return {
    cid,
    role,
    start: start === undefined ? null : Number(start),
    end: end === undefined ? null : Number(end),
    from: from ?? null,
    to: to ?? null,
    knownOn: knownOn ?? null,
  };
}

function abortWhenGone({ raw }: FastifyReply): AbortSignal {
  const abort = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) abort.abort();
  });
  return abort.signal;
}

/** Sends an HTML page to browsers, and throws the usual error for programs. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  if (!(request.headers.accept ?? '').includes('text/html')) throw error;
  const { statusCode, message, retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
  return reply.code(statusCode).type('text/html; charset=utf-8').send(refusalPage(message, retryAfterSeconds));
}

/**
 * Builds a small page for a PDF link that cannot be served. `message` must be our own text. To retry, the page reloads
 * itself.
 */
function refusalPage(message: string, retrySeconds: number | undefined): string {
  const retry = retrySeconds === undefined ? '' : `<meta http-equiv="refresh" content="${retrySeconds}">`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${retry}<title>Voltboard statement</title></head>
<body><h1>Statement</h1><p>${message}</p><p><a href="/app/main/dashboard">Go to dashboard</a></p></body>
</html>
`;
}
