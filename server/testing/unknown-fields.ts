import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type * as Type from 'typebox';
import { Value } from 'typebox/value';
import { IngestAnswer, ingestEvents } from '#contract/ingest.ts';
import { CustomerList, getOutletMap, listCustomers, OutletMap } from '#contract/list.ts';

/**
 * Routes that write the text of their answer themselves, since a serialiser made from the schema costs several times as much on these
 * three: nothing drops what the contract does not name, so every test of the whole app looks for it.
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

/** Whether an answer has a field that its contract does not name. */
export const hasUnknownField = (form: Type.TSchema, answer: unknown): boolean =>
  !isDeepStrictEqual(Value.Clean(form, structuredClone(answer)), answer);

/** The same of an answer of the app, where no serialiser dropped such fields; what is read as a stream is not kept. */
export function tellsTooMuch(answer: Awaited<ReturnType<FastifyInstance['inject']>>): boolean {
  if (answer.statusCode !== 200 || !answer.payload) return false;
  const { method, url = '' } = answer.raw.req;
  const route = WRITE_THEMSELVES.find((each) => each.method === method && url.split('?')[0] === `/api${each.url}`);
  if (!route) return false;
  return String(answer.headers['content-type']).includes('json') && hasUnknownField(route.form, answer.json());
}
