import fc from 'fast-check';

/** The parts of JSON Schema that the contract uses. */
export type Described = {
  readonly type?: string;
  readonly anyOf?: readonly Described[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly items?: Described;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

export type DescribedOperation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Described }[];
  readonly body: Described | undefined;
  readonly contentTypes: readonly string[];
  readonly statuses: readonly number[];
};

type Operation = {
  readonly parameters?: DescribedOperation['parameters'];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Described }>> };
  readonly responses: Readonly<Record<string, unknown>>;
};
export type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

/** Returns every operation in the API description, in order. */
export const operationsOf = ({ paths }: OpenApi): DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody && Object.values(requestBody.content)[0]?.schema,
      contentTypes: Object.keys(requestBody?.content ?? {}),
      statuses: Object.keys(responses).map(Number),
    })),
  );

/** Existing values by field name, so that calls pass the first checks. */
export type Known = Readonly<Record<string, readonly string[]>>;

export type MalformedCall = {
  readonly url: string;
  readonly body: string | undefined;
  readonly contentType: string;
};

const HOSTILE = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e400',
    'NaN',
    '9223372036854775807',
    '\u0000',
    '\ud800',
    '\u202e',
    '%',
    '_',
    '*',
    '[]',
    '{}',
  ],
  ...["' OR 1=1--", "'; drop table users;--", '{cid:String}', '../../etc/passwd', '__proto__', 'a\r\nSet-Cookie: a'],
  ...['<script>', '=1+1', 'null', 'true', 'Mars/Olympus', '2026-02-30', '9999-99-99T99:99:99Z', 'x'.repeat(3_000)],
];
const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 20 }));
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, -1, 0.1, 1e308, 2 ** 53, -(2 ** 63), [], {}, [[[[]]]], { length: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Generates a value that fits a schema. It is often an existing value. */
export function fittingValue(schema: Described, known: Known, name = ''): fc.Arbitrary<unknown> {
  const { anyOf, const: only, enum: choices, type } = schema;
  if (only !== undefined) return fc.constant(only);
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => fittingValue(one, known, name)));
  if (type === 'object') return fittingObject(schema, known);
  if (type === 'array') {
    const { items = {}, minItems = 0 } = schema;
    return fc.array(fittingValue(items, known), { minLength: minItems, maxLength: minItems + 2 });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') return fittingNumber(schema);
  return fittingText(schema, known[name] ?? []);
}

function fittingObject({ properties = {}, required = [] }: Described, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [name, fittingValue(field, known, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

function fittingNumber({ type, minimum = -1_000, maximum = 1_000_000 }: Described): fc.Arbitrary<number> {
  const range = { min: Math.ceil(minimum), max: Math.floor(maximum) };
  return type === 'integer'
    ? fc.oneof(fc.integer(range), fc.constantFrom(range.min, range.max))
    : fc.double({ min: minimum, max: maximum, noNaN: true });
}

function fittingText({ pattern, minLength = 0, maxLength = 40 }: Described, exist: readonly string[]) {
  const some = exist.length === 0 ? [] : [{ weight: 4, arbitrary: fc.constantFrom(...exist) }];
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
  return fc.oneof(...some, { weight: 1, arbitrary: pattern === undefined ? free : matching(pattern, free) });
}

/** Generates text that matches a pattern, or free text if the generator does not support the pattern. */
function matching(pattern: string, free: fc.Arbitrary<string>): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' });
  } catch {
    return free;
  }
}

/** Generates the value with one fault: a field that is missing, extra, or of the wrong kind, at any depth. */
function withFault(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return hostileValue;
  return fc.constantFrom(...Object.keys(value)).chain((name) => {
    const rest = Object.entries(value).filter(([key]) => key !== name);
    const deeper = withFault((value as Record<string, unknown>)[name]);
    const remake = (entries: [string, unknown][]) =>
      Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
    return fc.oneof(
      { weight: 3, arbitrary: deeper.map((fault) => remake([...rest, [name, fault]])) },
      { weight: 1, arbitrary: fc.constant(remake(rest)) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('role', 'password', 'importHash', 'constructor')
          .map((extra) => ({ ...value, [extra]: 'admin' })),
      },
    );
  });
}

const brokenText = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.nat({ max: text.length }).map((end) => text.slice(0, end)),
    fc.constantFrom(
      '',
      '[',
      '{"a":',
      '"\\ud800"',
      '{"__proto__":{"role":"admin"}}',
      '\n\n{}\n',
      `[${'[{'.repeat(500)}`,
    ),
    fc.constant(`${text.slice(0, -1)},${text.slice(1)}`),
    fc.string({ unit: 'binary', maxLength: 50 }),
  );

const bodyOf = (schema: Described, known: Known): fc.Arbitrary<string> =>
  fittingValue(schema, known).chain((value) => {
    const text = JSON.stringify(value);
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(text) },
      { weight: 5, arbitrary: withFault(value).map((fault) => JSON.stringify(fault)) },
      { weight: 2, arbitrary: brokenText(text) },
    );
  });

/**
 * Encodes a path parameter. An empty parameter becomes a space, because the URL would otherwise belong to another
 * operation.
 */
const encodedPart = (text: string): string => encoded(text) || '%20';

const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));

function pathOf({ path, parameters }: DescribedOperation, known: Known): fc.Arbitrary<string> {
  const parts = parameters.filter((one) => one.in === 'path');
  const values = parts.map(({ name, schema }) =>
    fc.oneof({ weight: 4, arbitrary: fittingValue(schema, known, name) }, { weight: 1, arbitrary: hostileText }),
  );
  return fc
    .tuple(...values)
    .map((found) =>
      parts.reduce((url, { name }, at) => url.replace(`{${name}}`, () => encodedPart(String(found[at]))), path),
    );
}

function queryOf({ parameters }: DescribedOperation, known: Known): fc.Arbitrary<string> {
  const declared = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) =>
      fc
        .oneof({ weight: 3, arbitrary: fittingValue(schema, known, name) }, { weight: 1, arbitrary: hostileText })
        .map((value) => `${name}=${encoded(String(value))}`),
    );
  const strange = fc
    .tuple(fc.constantFrom('a', 'cid', 'role', 'constructor', 'q'), hostileText)
    .map(([name, value]) => `${name}=${encoded(value)}`);
  const raw = fc.constantFrom('%ED%A0%80=1', 'q=%00', 'q=%FF', 'cid=a&cid=b', '=', 'q[]=1', 'q%5Ba%5D=1');
  if (declared.length === 0) return fc.oneof({ weight: 8, arbitrary: fc.constant('') }, strange, raw);
  const pairs = fc.array(fc.oneof({ weight: 12, arbitrary: fc.oneof(...declared) }, strange, raw), { maxLength: 4 });
  return pairs.map((found) => found.join('&'));
}

/**
 * Generates calls to an operation. Some are as described, but most have a fault in the path, query, body or content
 * type.
 */
export function callsOf(operation: DescribedOperation, known: Known): fc.Arbitrary<MalformedCall> {
  const { body, contentTypes } = operation;
  const types = [...contentTypes, ...contentTypes, ...contentTypes, 'application/json', 'text/plain', 'x'];
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation, known),
      body: body === undefined ? fc.constant(undefined) : bodyOf(body, known),
      contentType: fc.constantFrom(...types),
    })
    .map(({ path, query, ...rest }) => ({ url: query === '' ? path : `${path}?${query}`, ...rest }));
}
