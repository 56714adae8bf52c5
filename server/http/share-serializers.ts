import createSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

const compile = createSelector()();
const serializers = new WeakMap<object, ReturnType<typeof compile>>();

/**
 * Compiles the serializer of a response schema once, for all routes and statuses that use it. Each takes 30 kB, which
 * made 30 MB for the refusals of all routes. Cached per process, because tests start the app many times.
 */
export const shareSerializers: FastifySerializerCompiler<unknown> = ({ httpStatus = '', schema, ...route }) => {
  const known = typeof schema === 'object' && schema !== null ? serializers.get(schema) : undefined;
  if (known !== undefined) return known;
  const serializer = compile({ ...route, httpStatus, schema: withPlainTypes(schema) });
  if (typeof schema === 'object' && schema !== null) serializers.set(schema, serializer);
  return serializer;
};

/**
 * Rewrites the schema with plain types for choices of words and for "this or null". A choice among schemas needs a
 * validator. It is compiled with the first answer, which takes up to 40 ms, and runs for each value.
 */
function withPlainTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withPlainTypes(part)]));
  const { anyOf: choices, ...rest } = parts;
  return Array.isArray(choices) ? { ...rest, ...plainType(choices) } : parts;
}

type Choice = { readonly type?: unknown; readonly const?: unknown; readonly enum?: readonly unknown[] };

function plainType(choices: readonly Choice[]): object {
  const own = choices.filter(({ type }) => type !== 'null');
  const [first] = own;
  const words = own.flatMap((choice) => choice.enum ?? [choice.const]);
  const isOne = own.length === 1 && typeof first?.type === 'string';
  if (!isOne && !words.every((word) => typeof word === 'string')) return { anyOf: choices };
  const plain = isOne ? first : { type: 'string' };
  return own.length < choices.length ? { ...plain, type: [plain.type, 'null'] } : plain;
}
