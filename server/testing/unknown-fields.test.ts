import Fastify from 'fastify';
import * as Type from 'typebox';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { hasUnknownField, WRITE_THEMSELVES } from './unknown-fields.ts';
import { keepFailures, watchAnswers } from './watch-answers.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value;

/** Routes whose responses no schema can describe, or are not JSON. */
const FREE = ['GET /account/export', 'GET /metrics', 'GET /auth/callback/:provider'];

test('an answer is filtered by its schema, or the route is listed as checked', async () => {
  const modules = import.meta.glob<Record<string, unknown>>(['../../contract/*.ts', '!../../contract/*.test.ts'], {
    eager: true,
  });
  const endpoints = Object.values(modules).flatMap((exported) => Object.values(exported).filter(isEndpoint));
  expect(endpoints.length).toBeGreaterThan(80);
  const isFiltered = ({ schema }: Endpoint) =>
    Object.values(schema.response ?? {}).some((answer) => !Type.IsUnknown(answer) && !Type.IsAny(answer));
  /** Text and files are sent unchanged. */
  const isText = ({ documented }: Endpoint) => Type.IsString(documented?.response?.[200]);
  const loose = endpoints.filter((endpoint) => !isFiltered(endpoint) && !isText(endpoint));
  const known = [...WRITE_THEMSELVES.map(({ method, url }) => `${method} ${url}`), ...FREE];
  expect(loose.map(({ method, url }) => `${method} ${url}`).filter((call) => !known.includes(call))).toEqual([]);
});

test('finds a field that no contract names at any depth, and accepts named ones', () => {
  const schema = Type.Object({
    data: Type.Array(Type.Object({ id: Type.Integer(), more: Type.Optional(Type.Null()) })),
  });
  expect(hasUnknownField(schema, { data: [{ id: 1 }, { id: 2, more: null }] })).toBe(false);
  expect(hasUnknownField(schema, { data: [{ id: 1, owner: 'x' }] })).toBe(true);
  expect(hasUnknownField(schema, { data: [], cost: 1 })).toBe(true);
});

test.each(WRITE_THEMSELVES.map((route) => [`${route.method} ${route.url}`, route] as const))(
  'every test of the whole app checks %s',
  async (_name, { method, url }) => {
    const app = Fastify();
    app.route({ method, url: `/api${url}`, handler: async () => ({ colour_of_the_door: 1 }) });
    watchAnswers(app, keepFailures());
    await expect(app.inject({ method: method as 'GET', url: `/api${url}?a=1` })).rejects.toThrow('does not name');
    await app.close();
  },
);
