import createSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';

const compile = createSelector()();
const serializers = new WeakMap<object, ReturnType<typeof compile>>();

/**
 * Compiles the serialiser of a response schema once, however many routes and statuses answer with it: 30 kB each, which
 * for the refusals of all routes were 30 MB. Once a process: tests start the app many times.
 */
export const shareSerializers: FastifySerializerCompiler<unknown> = ({ httpStatus = '', ...route }) => {
  const { schema } = route;
  const known = typeof schema === 'object' && schema !== null ? serializers.get(schema) : undefined;
  if (known !== undefined) return known;
  const serializer = compile({ ...route, httpStatus });
  if (typeof schema === 'object' && schema !== null) serializers.set(schema, serializer);
  return serializer;
};
