import { setFlagsFromString } from 'node:v8';
import * as Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { issueKey } from '#contract/access-keys.ts';
import { RowId } from '#contract/common.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type AppError, FieldError } from './app-error.ts';
import { PATTERN_SENTENCES, validateStrictly } from './validate-strictly.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../contract/*.ts', { eager: true });
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'allowed' in value;
/** Endpoints that people use through forms. A separate check validates the reports of outlets. */
const FORMS = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
  .filter(({ schema, allowed }) => schema.body !== undefined && allowed !== 'outlet-key');

type Schema = Readonly<Record<string, unknown>>;

/** Returns all fields of a body at any depth, with their paths. */
function fieldsOf(schema: Schema, path = ''): [path: string, schema: Schema][] {
  const inner = Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) =>
    fieldsOf(field, `${path}.${name}`),
  );
  const branches = ((schema.anyOf ?? []) as Schema[]).flatMap((branch) => fieldsOf(branch, path));
  const items = schema.items === undefined ? [] : fieldsOf(schema.items as Schema, `${path}[]`);
  return [[path, schema], ...inner, ...branches, ...items];
}

/** Returns values that each break one rule of a field. */
function breaches(schema: Schema): unknown[] {
  const { type, minLength, maxLength, pattern, minimum, maximum, minItems, maxItems, anyOf, enum: choices } = schema;
  return [
    ...(type === 'string' ? [5] : ['no such thing at all']),
    ...(typeof minLength === 'number' && minLength > 0 ? [''] : []),
    ...(typeof maxLength === 'number' && maxLength < 10_000 ? ['a'.repeat(maxLength + 1)] : []),
    ...(pattern === undefined ? [] : ['~\n~']),
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? [maximum + 1] : []),
    ...(typeof minItems === 'number' ? [[]] : []),
    ...(typeof maxItems === 'number' ? [Array.from({ length: maxItems + 1 }, () => ({}))] : []),
    ...(anyOf === undefined && choices === undefined ? [] : [{}, 'no such choice']),
    ...(type === 'object' ? [{ surplus: 1 }, {}] : []),
  ];
}

const refusalOf = (schema: Type.TSchema, value: unknown): FieldError | null => {
  const check = validateStrictly({ schema, httpPart: 'body', method: 'POST', url: '/' });
  const { error } = check(value) as { error?: AppError };
  return error instanceof FieldError ? error : null;
};

/** Words of raw schema errors, which only the schema's author understands. */
const RAW = /\bmust\b|schema|\bpattern\b|anyOf|instance|constant|\bNaN\b|undefined|null/i;

describe('every rule of every form has a sentence', () => {
  test.each(FORMS.map((endpoint) => [`${endpoint.method} ${endpoint.url}`, endpoint] as const))(
    '%s',
    (_, { schema }) => {
      const fields = fieldsOf(schema.body as unknown as Schema);
      expect(fields.length).toBeGreaterThan(0);
      for (const [path, field] of fields) {
        if (
          typeof field.pattern === 'string' &&
          field.pattern !== (RowId as unknown as Schema).pattern &&
          !/\.(version|\w+_id)$/.test(path)
        )
          expect(PATTERN_SENTENCES, `${path} has a pattern of its own`).toHaveProperty([field.pattern]);
        for (const value of breaches(field)) {
          const refused = refusalOf(Type.Object({ field: field as unknown as Type.TSchema }), { field: value });
          for (const [name, sentence] of Object.entries(refused?.fields ?? {})) {
            expect(name).toMatch(/^field(\.|$)/);
            expect(sentence, `${path}: ${JSON.stringify(value)}`).not.toMatch(RAW);
            expect(sentence, path).toMatch(/^[A-Z].*\.$/s);
            expect(sentence, path).not.toBe('The format is invalid.');
            expect(refused?.codes[name]).toMatch(/^[a-z_]+$/);
          }
        }
      }
    },
  );

  test('every sentence belongs to a pattern of a contract', () => {
    const patterns = new Set(
      FORMS.flatMap(({ schema }) => fieldsOf(schema.body as unknown as Schema)).map(([, { pattern }]) => pattern),
    );
    expect(Object.keys(PATTERN_SENTENCES).filter((pattern) => !patterns.has(pattern))).toEqual([]);
  });
});

test('no pattern applies to a text of megabytes, because the engine may give up and report a server error', () => {
  const fields = FORMS.flatMap(({ url, schema }) =>
    fieldsOf(schema.body as unknown as Schema).map(([path, field]) => ({ path: `${url} ${path}`, ...field }) as Schema),
  );
  const long = fields.filter(({ pattern, maxLength }) => pattern !== undefined && Number(maxLength ?? 0) > 10_000);
  expect(long).toEqual([]);
});

test('rejects a text of megabytes if a pattern gives up on it', () => {
  // Simulates a process that has compiled a megabyte of patterns, in which each step needs memory for backtracking.
  setFlagsFromString('--no-regexp-optimization');
  try {
    const Phone = Type.Object({ phone: Type.String({ maxLength: 40, pattern: '^[0-9+() ./-]+$' }) });
    const check = validateStrictly({ schema: Phone, httpPart: 'body', method: 'POST', url: '/' });
    const { error } = check({ phone: '1'.repeat(9_000_000) }) as { error?: AppError };
    expect(error).toMatchObject({ statusCode: 400, message: 'In the body: The text is too long. Shorten it.' });
  } finally {
    setFlagsFromString('--regexp-optimization');
  }
});

const Body = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 1_254 }),
    lat: Type.Union([Type.Number({ minimum: -90, maximum: 90 }), Type.Null()]),
    kind: Type.Union([Type.Literal('property'), Type.Literal('advertiser')]),
    list: Type.Array(
      Type.Object({ eui: Type.String({ pattern: '^[0-9a-fA-F]{16}$' }) }, { additionalProperties: false }),
      {
        minItems: 1,
      },
    ),
  },
  { additionalProperties: false },
);
const GOOD = { email: 'a', lat: 1, kind: 'property', list: [{ eui: '70B3D57ED0A10001' }] };

test('names each wrong field by its path, with a sentence and a code', () => {
  const refused = refusalOf(Body, { email: '', lat: 100, kind: 'shop', list: [...GOOD.list, { eui: 'x' }] });
  expect(refused?.fields).toEqual({
    email: 'Enter a value.',
    lat: 'Enter a number from -90 to 90.',
    kind: 'Choose one of these: property, advertiser.',
    'list.1.eui': 'Enter 16 hexadecimal digits, such as 70B3D57ED0A10001.',
  });
  expect(refused?.codes).toEqual({
    email: 'empty',
    lat: 'out_of_range',
    kind: 'not_a_choice',
    'list.1.eui': 'malformed',
  });
  expect(refused?.message).toBe("In the body: 'email': Enter a value.");
  expect(refusalOf(Body, { ...GOOD, email: 'x'.repeat(1_255) })?.fields).toEqual({
    email: 'Enter at most 1,254 characters.',
  });
  expect(refusalOf(Body, { ...GOOD, list: [], extra: 1 })?.fields).toEqual({ list: 'Add at least one.' });
  expect(refusalOf(Body, { ...GOOD, extra: 1 }), 'no form has a field for it').toBeNull();
  expect(refusalOf(Body, {})?.fields).toMatchObject({
    email: 'This field is required.',
    list: 'This field is required.',
  });
  expect(refusalOf(Body, { ...GOOD, email: 'a\0' })?.fields).toEqual({
    email: 'Remove the characters that can’t be stored.',
  });
  expect(refusalOf(Body, GOOD)).toBeNull();
});

test('lists all values of a long choice, and each of many wrong fields', () => {
  const names = Array.from({ length: 14 }, (_, index) => `kind_${index}`);
  const Long = Type.Object({ kind: Type.Union(names.map((name) => Type.Literal(name))) });
  expect(refusalOf(Long, { kind: 'other' })?.fields).toEqual({ kind: `Choose one of these: ${names.join(', ')}.` });
  const Many = Type.Object(Object.fromEntries(names.map((name) => [name, Type.String({ minLength: 1 })])));
  const refused = refusalOf(Many, Object.fromEntries(names.map((name) => [name, ''])));
  expect(Object.keys(refused?.fields ?? {})).toEqual(names);
});

test('reports only the closest of the shapes that a body may have', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  expect(refusalOf(issueKey.schema.body, { outlet_id: id, label: 'x'.repeat(101) })?.fields).toEqual({
    label: 'Enter at most 100 characters.',
  });
});
