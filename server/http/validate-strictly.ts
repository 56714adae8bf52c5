import { toUSVString } from 'node:util';
import type { FastifySchemaCompiler } from 'fastify';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { counted } from '#domain/counted.ts';
import { AppError, FieldError } from './app-error.ts';

/** A schema's report about an invalid value, limited to the parts used here. */
type SchemaProblem = {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** An invalid field: its path (`outlets.2.eui`), a code for programs, and a message to show next to the field. */
type FieldProblem = { readonly path: string; readonly code: string; readonly sentence: string };

/**
 * The required form of a text, in words, by the pattern that requires it. A test checks all contracts and fails if a
 * pattern is missing here.
 */
export const PATTERN_SENTENCES: Readonly<Record<string, string>> = {
  '^[0-9a-fA-F]{16}$': 'Enter 16 hexadecimal digits, such as 70B3D57ED0A10001.',
  '^[0-9+() ./-]*$': 'Use digits, spaces and + ( ) . / - only.',
  '^([0-9a-f]{6})?$': 'Enter a color as six hexadecimal digits.',
  '^[^\\r\\n]*$': 'Enter a single line.',
  '^[0-9]{1,10}$': 'Enter a time in whole seconds.',
  '^[A-Za-z0-9_+/-]+$': 'Enter a time zone such as America/Chicago.',
  '^[A-Za-z0-9_.:-]{1,64}$': 'Use letters, digits and _ . : - only, 64 at most.',
  '^[A-Za-z0-9_-]+$': 'Use base64url: letters, digits, - and _ only.',
  '^[a-z0-9-]{1,36}$': 'Enter the ID of a venue or a customer, or “installation”.',
  '^[a-z-]+$': 'Use lowercase letters and - only.',
  '^[a-z_]+(,[a-z_]+)*$': 'Enter lowercase names separated by commas, such as views,revenue.',
  '^-?[a-z_]+$': 'Enter a lowercase name, with - in front for descending order.',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': 'Enter a date such as 2026-11-21.',
};
const IDENTIFIER = 'Not found. Choose it again.';

const TYPES: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  integer: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Enter a list.',
  object: 'Enter an object with fields.',
};

const pathOf = (instancePath: string): string => instancePath.slice(1).replaceAll('/', '.');
const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns the part of a schema that a problem is about. */
function partOf(schema: Type.TSchema, schemaPath: string): Readonly<Record<string, unknown>> {
  let part: unknown = schema;
  for (const step of schemaPath.split('/').slice(1))
    part = typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[step] : undefined;
  return typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {};
}

const CHARACTER = { one: 'character', other: 'characters' };

function lengthSentence(limit: number, isLeast: boolean): string {
  if (isLeast && limit === 1) return 'Enter a value.';
  return `Enter ${isLeast ? 'at least' : 'at most'} ${counted(limit, CHARACTER)}.`;
}

function boundsSentence({ minimum, maximum }: Readonly<Record<string, unknown>>): string {
  const [least, most] = [minimum, maximum].map((bound) => (typeof bound === 'number' ? String(bound) : null));
  if (least !== null && most !== null && most !== String(Number.MAX_SAFE_INTEGER))
    return `Enter a number from ${least} to ${most}.`;
  return least !== null ? `Enter a number of at least ${least}.` : `Enter a number of at most ${most}.`;
}

const quoted = (values: readonly unknown[]): string =>
  `Choose one of these: ${values.map((value) => (value === '' ? 'blank' : String(value))).join(', ')}.`;

/** Returns the problems that one rule reports. Empty for rules that only repeat another rule. */
function wordsOf(problem: SchemaProblem, schema: Type.TSchema): FieldProblem[] {
  const { keyword, params, schemaPath } = problem;
  const path = pathOf(problem.instancePath);
  const limit = Number(params.limit);
  const one = (code: string, sentence: string): FieldProblem[] => [{ path, code, sentence }];
  switch (keyword) {
    case 'required':
      return (params.requiredProperties as readonly string[]).map((name) => ({
        path: below(path, name),
        code: 'missing',
        sentence: 'This field is required.',
      }));
    case 'additionalProperties':
      return (params.additionalProperties as readonly string[]).map((name) => ({
        path: below(path, name),
        code: 'unknown',
        sentence: 'Unknown field. Remove it.',
      }));
    case 'minLength':
      return one(limit === 1 ? 'empty' : 'too_short', lengthSentence(limit, true));
    case 'maxLength':
      return one('too_long', lengthSentence(limit, false));
    case 'pattern': {
      const pattern = String(params.pattern);
      return one('malformed', PATTERN_SENTENCES[pattern] ?? IDENTIFIER);
    }
    case 'minimum':
    case 'maximum':
      return one('out_of_range', boundsSentence(partOf(schema, schemaPath)));
    case 'minItems':
      return one('too_few', limit === 1 ? 'Add at least one.' : `Add at least ${limit}.`);
    case 'maxItems':
      return one('too_many', `Add at most ${limit.toLocaleString('en')}.`);
    case 'enum':
      return one('not_a_choice', quoted(params.allowedValues as readonly unknown[]));
    case 'const':
      return one('not_a_choice', quoted(choicesAt(schema, schemaPath) ?? [params.allowedValue]));
    case 'type':
      return one('wrong_kind', TYPES[String(params.type)] ?? 'The value has the wrong type.');
    case 'boolean':
      return [];
    default:
      return one('malformed', 'The format is invalid.');
  }
}

/**
 * Returns all values of the choice at this path, or null if the path is not a choice of literals. For a long choice,
 * the schema reports only the first few mismatches.
 */
function choicesAt(schema: Type.TSchema, schemaPath: string): readonly unknown[] | null {
  const { anyOf } = partOf(schema, schemaPath.replace(/\/anyOf\/\d+$/, ''));
  if (!Array.isArray(anyOf) || !anyOf.every((branch: object) => 'const' in branch)) return null;
  return anyOf.map((branch: { const: unknown }) => branch.const);
}

const isWithin = (schemaPath: string, branch: string): boolean =>
  schemaPath === branch || schemaPath.startsWith(`${branch}/`);

/**
 * If a value matches none of several branches, keeps only the problems of the closest branch. For a choice of literals,
 * keeps the problems of all branches.
 */
function withoutOtherBranches(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  let left = problems;
  for (const { schemaPath, instancePath } of problems.filter(({ keyword }) => keyword === 'anyOf').reverse()) {
    const branches = new Map<string, SchemaProblem[]>();
    for (const problem of left) {
      const rest = problem.schemaPath.slice(schemaPath.length).match(/^\/anyOf\/(\d+)(?=\/|$)/);
      if (rest === null || !isWithin(problem.schemaPath, schemaPath)) continue;
      const branch = rest[1] ?? '';
      branches.set(branch, [...(branches.get(branch) ?? []), problem]);
    }
    const all = [...branches.values()];
    const closest = choiceOf(all, instancePath, schemaPath) ?? nearest(all);
    const dropped = new Set(all.flat());
    left = [
      ...left.filter(
        (problem) => !dropped.has(problem) && !(problem.keyword === 'anyOf' && problem.schemaPath === schemaPath),
      ),
      ...closest,
    ];
  }
  return left;
}

function choiceOf(
  branches: readonly SchemaProblem[][],
  instancePath: string,
  schemaPath: string,
): SchemaProblem[] | null {
  const consts = branches.flat().filter(({ keyword, instancePath: at }) => keyword === 'const' && at === instancePath);
  if (consts.length < branches.length) return null;
  const allowedValues = consts.map(({ params }) => params.allowedValue);
  return [{ keyword: 'enum', schemaPath, instancePath, params: { allowedValues } }];
}

/**
 * Returns the problems of the branch with the fewest problems. Ignores the null branch, because null means "not given"
 * and the problems describe how a given value must be changed.
 */
function nearest(branches: readonly SchemaProblem[][]): SchemaProblem[] {
  const given = branches.filter(
    (branch) => !branch.every(({ keyword, params }) => keyword === 'type' && params.type === 'null'),
  );
  return [...(given.length > 0 ? given : branches)].sort((one, other) => one.length - other.length)[0] ?? [];
}

/** Returns one message per field, even if the field breaks several rules, because the first message is sufficient. */
function describeProblems(problems: readonly SchemaProblem[], schema: Type.TSchema): readonly FieldProblem[] {
  const found = new Map<string, FieldProblem>();
  for (const problem of withoutOtherBranches(problems).flatMap((one) => wordsOf(one, schema)))
    if (!found.has(problem.path)) found.set(problem.path, problem);
  return [...found.values()];
}

const PART = { body: 'the body', querystring: 'the query', params: 'the address', headers: 'the headers' } as const;

/**
 * Maximum number of problems that the library reports. Each invalid field, and each value of a choice, is one problem,
 * and a response names up to fifty fields. The library's default stops at eight problems in total.
 */
const MOST_PROBLEMS = 500;
Settings.Set({ maxErrors: MOST_PROBLEMS });

/** Validators, one per schema and process, because tests start the app many times. */
const validators = new WeakMap<Type.TSchema, ReturnType<typeof Compile>>();

function validatorOf(schema: Type.TSchema) {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

const MOST_FIELDS = 50;
const TOO_LONG = 'The text is too long. Shorten it.';
const BAD_TEXT = 'Remove the characters that can’t be stored.';

/**
 * Validates input against its schema without changing it: no coercion, no defaults, no silent dropping of unknown
 * fields (docs/threat-model.md#principles). The error names each invalid field with a message. Text that no store can
 * keep (NUL, half a surrogate pair) is rejected everywhere.
 */
export const validateStrictly: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) => {
  const validator = validatorOf(schema);
  const part = PART[(httpPart ?? 'body') as keyof typeof PART];
  return (value: unknown) => {
    const problems = problemsOf(validator, value, schema);
    return problems === null ? { value } : { error: refusal(part, problems) };
  };
};

/** Rejects query parameters that a route with this schema would reject, with the same message. */
export function refuseWrongQuery(schema: Type.TSchema, query: unknown): void {
  const problems = problemsOf(validatorOf(schema), query, schema);
  if (problems !== null) throw refusal(PART.querystring, problems);
}

/** Returns the input's problems, or null if there are none. */
function problemsOf(
  validator: ReturnType<typeof Compile>,
  value: unknown,
  schema: Type.TSchema,
): readonly FieldProblem[] | null {
  try {
    if (!validator.Check(value)) return describeProblems(validator.Errors(value), schema);
  } catch (error) {
    // A pattern that runs on megabytes exhausts the engine's backtracking memory. No field with a pattern may contain
    // that much text.
    if (error instanceof RangeError) return [{ path: '', code: 'too_long', sentence: TOO_LONG }];
    throw error;
  }
  const path = badTextIn(value);
  return path === null ? null : [{ path, code: 'malformed', sentence: BAD_TEXT }];
}

/**
 * Returns whether the text contains neither NUL nor half of a surrogate pair. Uses built-ins, because a text may have
 * megabytes.
 */
const isStorable = (text: string): boolean => !text.includes('\0') && toUSVString(text) === text;

/**
 * Returns the path of a text that cannot be stored, or null. The schemas already limit the depth, because no schema
 * accepts arbitrary values.
 */
function badTextIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = badTextIn(inner, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

function refusal(part: string, problems: readonly FieldProblem[]): AppError {
  const [first] = problems;
  const field = first === undefined || first.path === '' ? '' : `'${first.path.slice(0, 100)}': `;
  const message = `In ${part}: ${field}${first?.sentence ?? 'The request is invalid.'}`;
  // A form has no field where the message about an unknown property could appear.
  const named = problems.filter(({ path, code }) => path !== '' && code !== 'unknown').slice(0, MOST_FIELDS);
  if (part !== PART.body || named.length === 0) return new AppError('invalid', message);
  const texts = Object.fromEntries(named.map(({ path, sentence }) => [path, sentence]));
  return new FieldError(texts, 'invalid', {
    message,
    codes: Object.fromEntries(named.map(({ path, code }) => [path, code])),
  });
}
