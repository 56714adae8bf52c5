import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { forBrowsers } from './contract-for-browsers.ts';

const slim = (code: string): string => forBrowsers(code, parseAst(code));

test('keeps only how to call an endpoint', () => {
  const code = `const a = Type.String();
export const getThing = {
  method: 'GET',
  url: '/things/:id',
  allowed: 'admin',
  summary: 'One thing, of {many}',
  schema: { params: Type.Object({ id: a }), response: { 200: Type.Object({ url: a }) } },
};`;
  expect(slim(code).replace(/\s+/g, ' ')).toBe(
    "const a = /*@__PURE__*/ (() => (/*@__PURE__*/ Type.String()))(); export const getThing = { method: 'GET', url: '/things/:id', };",
  );
});

test('keeps how to call a generated endpoint too, and removes only the schema of one that extends another', () => {
  const code = `const act = (url, summary) => ({ method: 'POST', url, summary, schema: { body: Thing } });
export const cancel = { ...act('/cancel', 'Cancel'), schema: { body: Other } };`;
  expect(slim(code)).toBe(`const act = (url, summary) => ({ method: 'POST', url,   });
export const cancel = /*@__PURE__*/ (() => ({ .../*@__PURE__*/ act('/cancel', 'Cancel'),  }))();`);
});

test('leaves other objects and functions unchanged, and marks mere computations as removable', () => {
  const code = `export const DAYS = [1, 2];
export const KINDS = new Set(DAYS.map(String));
export const field = { method: 'by hand', label: 'URL', schema: 1 };
export function read(text) { return JSON.parse(text); }
export const make = (size) => Type.Array(size);`;
  expect(slim(code)).toBe(`export const DAYS = [1, 2];
export const KINDS = /*@__PURE__*/ (() => (/*@__PURE__*/ new Set(/*@__PURE__*/ DAYS.map(String))))();
export const field = { method: 'by hand', label: 'URL', schema: 1 };
export function read(text) { return JSON.parse(text); }
export const make = (size) => Type.Array(size);`);
});
