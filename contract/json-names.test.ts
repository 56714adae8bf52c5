import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { namesIn, namesOf, staleExcuses, wrongNames } from './testing/json-names.ts';

/** All exports of the contracts, including those of bundled parts. */
const exported: [name: string, value: unknown][] = [];
const endpoints = new Map<string, string[]>();

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value;
const isSchema = (value: unknown): value is Parameters<typeof namesIn>[0] =>
  typeof value === 'object' && value !== null && '~kind' in value;

beforeAll(async () => {
  const folders = ['contract', ...readdirSync('.').map((name) => join(name, 'contract'))].filter(existsSync);
  for (const folder of folders)
    for (const file of readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name)))
      exported.push(...Object.entries((await import(resolve(folder, file))) as object));
  for (const [, value] of exported)
    if (isEndpoint(value)) endpoints.set(`${value.method} ${value.url}`, namesOf(value));
});

test('requests and responses use snake_case', () => {
  expect(endpoints.size).toBeGreaterThan(80);
  const wrong = [...endpoints].flatMap(([call, names]) => wrongNames(call, names).map((name) => `${call}: ${name}`));
  expect(wrong).toEqual([]);
});

test('messages outside of endpoints, such as live changes, use snake_case as well', () => {
  const known = [...endpoints.values()].flat();
  const wrong = exported.flatMap(([name, value]) =>
    isSchema(value) ? wrongNames(name, namesIn(value)).filter((each) => !known.includes(each)) : [],
  );
  expect(wrong).toEqual([]);
  expect(exported.filter(([, value]) => isSchema(value)).map(([name]) => name)).toContain('LiveMessage');
});

test('every exempt name still exists', () => {
  expect(staleExcuses(endpoints)).toEqual([]);
});

test.each([
  ['a property', { properties: { madeAt: {} } }],
  ['a property of an item', { items: { properties: { madeAt: {} } } }],
  ['a property of one of two forms', { anyOf: [{}, { allOf: [{ properties: { madeAt: {} } }] }] }],
  ['a property of any name', { additionalProperties: { properties: { madeAt: {} } } }],
])('finds %s', (_name, schema) => {
  expect(wrongNames('GET /users', namesIn(schema))).toEqual(['madeAt']);
});
