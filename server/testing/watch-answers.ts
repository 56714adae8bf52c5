import type { FastifyInstance } from 'fastify';
import { wrongNames } from '#contract/testing/json-names.ts';
import { tellsTooMuch } from './unknown-fields.ts';

/** Matches fields of a stored account that no response may have (docs/threat-model.md#b7). */
const SECRET = /"(password|password_?hash|import_?hash|authentication_?uid|\w*(verification|reset)_?token\w*)"\s*:/i;
/** Matches routes that deliberately contain the demo's passwords, or name the fields that callers send. */
const PRINTS_PASSWORDS = /^\/api\/(config|openapi\.json)\b/;

/** Matches messages about rejected fields. Their text is the product's own. */
const SAID_OF_FIELDS = /"(fields|codes)":\{[^{}]*\}/g;

/** Matches responses in a third-party format. */
const DESCRIBES_ITSELF = /^\/api\/(docs|openapi\.json)/;

/**
 * Returns the names in an API response that are not spelled as in the contract. Also checks responses without a schema.
 */
function misspelled({ raw, headers, payload }: Awaited<ReturnType<FastifyInstance['inject']>>): string[] {
  // A response that is read as a stream is not stored here.
  if (!payload || !String(headers['content-type']).includes('json')) return [];
  const { url = '', method } = raw.req;
  const path = (url.split('?')[0] ?? '').replace(/\/+/g, '/').replace(/\/$/, '');
  if (DESCRIBES_ITSELF.test(path)) return [];
  const text = payload.replace(SAID_OF_FIELDS, '');
  const names = [...text.matchAll(/"([^"\\]*)":/g)].map(([, name = '']) => name);
  return wrongNames(`${method} ${path.replace(/^\/api/, '')}`, names);
}

const MOST_KEPT = 100;

/** The errors that a test's app has logged, by the ID of the failed request. */
type Failures = { write(line: string): void; of(callId: string): string | undefined };

export function keepFailures(): Failures {
  const kept = new Map<string, string>();
  return {
    write(line) {
      const { reqId, err } = JSON.parse(line) as { reqId?: string; err?: { stack?: string } };
      if (reqId === undefined || err === undefined) return;
      kept.set(reqId, err.stack ?? JSON.stringify(err));
      const [longestKept] = kept.keys();
      if (kept.size > MOST_KEPT && longestKept !== undefined) kept.delete(longestKept);
    },
    of: (callId) => kept.get(callId),
  };
}

/**
 * Makes a test of the whole app fail if a response has a field that is secret, misspelled, or not in its contract.
 * Prints the cause of each 500.
 */
export function watchAnswers(app: FastifyInstance, failures: Failures): void {
  const inject = app.inject.bind(app);
  const watched = async (...call: Parameters<typeof inject>) => {
    const answer = await inject(...call);
    if (answer.statusCode === 500) {
      const [, id = ''] = /"id":"([^"]+)"/.exec(String(answer.payload)) ?? [];
      process.stderr.write(`${answer.raw.req.url} was answered 500: ${failures.of(id)}\n`);
    }
    const [wrong] = misspelled(answer);
    if (wrong !== undefined) throw new Error(`the answer of ${answer.raw.req.url} has the name ${wrong}`);
    if (tellsTooMuch(answer))
      throw new Error(`the answer of ${answer.raw.req.url} has a field that its contract does not name`);
    const secret = SECRET.exec(String(answer.payload).replace(SAID_OF_FIELDS, ''))?.[0];
    if (secret === undefined) return answer;
    const url = answer.raw.req.url ?? '';
    if (!PRINTS_PASSWORDS.test(url)) throw new Error(`the answer of ${url} has ${secret}`);
    return answer;
  };
  app.inject = watched as typeof app.inject;
}
