import type { FastifyInstance } from 'fastify';

/** Fields of the stored account that no answer may have (docs/threat-model.md#b7). */
const SECRET = /"(password|password_?hash|import_?hash|authentication_?uid|\w*(verification|reset)_?token\w*)"\s*:/i;
/** Here the demo's passwords are printed on purpose, and the fields that callers send are named. */
const PRINTS_PASSWORDS = /^\/api\/(config|openapi\.json)\b/;

/** What a refusal says of the fields that were sent, in our own words. */
const SAID_OF_FIELDS = /"(fields|codes)":\{[^{}]*\}/g;

/** Makes every test of the whole app fail when an answer has a field that never leaves the server. */
export function watchAnswers(app: FastifyInstance): void {
  const inject = app.inject.bind(app);
  const watched = async (...call: Parameters<typeof inject>) => {
    const answer = await inject(...call);
    const secret = SECRET.exec(String(answer.payload).replace(SAID_OF_FIELDS, ''))?.[0];
    if (secret === undefined) return answer;
    const url = answer.raw.req.url ?? '';
    if (!PRINTS_PASSWORDS.test(url)) throw new Error(`the answer of ${url} has ${secret}`);
    return answer;
  };
  app.inject = watched as typeof app.inject;
}
