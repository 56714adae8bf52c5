import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type * as Type from 'typebox';
import { Value } from 'typebox/value';
import { IngestAnswer, ingestEvents } from '#contract/ingest.ts';
import { CustomerList, getOutletMap, listCustomers, OutletMap } from '#contract/list.ts';

/**
 * Routes that serialize their own responses, because a serializer made from the schema would cost several times as
 * much. Nothing drops fields that the contract does not name, so every test of the whole app checks for such fields.
 */
export const WRITE_THEMSELVES: readonly {
  readonly method: string;
  readonly url: string;
  readonly form: Type.TSchema;
}[] = [
  { ...ingestEvents, form: IngestAnswer },
  { ...listCustomers, form: CustomerList },
  { ...getOutletMap, form: OutletMap },
];

/** Returns whether a response has a field that its contract does not name. */
export const hasUnknownField = (form: Type.TSchema, answer: unknown): boolean =>
  !isDeepStrictEqual(Value.Clean(form, structuredClone(answer)), answer);

/**
 * Returns whether a response from one of these routes has a field that its contract does not name. A response that is
 * read as a stream is not stored, so it isn't checked.
 */
export function tellsTooMuch(answer: Awaited<ReturnType<FastifyInstance['inject']>>): boolean {
  if (answer.statusCode !== 200 || !answer.payload) return false;
  const { method, url = '' } = answer.raw.req;
  const route = WRITE_THEMSELVES.find((each) => each.method === method && url.split('?')[0] === `/api${each.url}`);
  if (!route) return false;
  return String(answer.headers['content-type']).includes('json') && hasUnknownField(route.form, answer.json());
}
