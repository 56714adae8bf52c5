import { toUSVString } from 'node:util';
import type { FastifySchemaCompiler } from 'fastify';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { AppError, FieldError } from './app-error.ts';
import { describeProblems, type FieldProblem } from './validation-words.ts';

const PART = { body: 'the body', querystring: 'the query', params: 'the address', headers: 'the headers' } as const;

/**
 * A refusal names up to fifty fields. Each wrong field, and each value of a choice, is one problem. The library's
 * default stops at eight in all.
 */
const MOST_PROBLEMS = 500;
Settings.Set({ maxErrors: MOST_PROBLEMS });

/** One validator per schema and process, because tests start the app many times. */
const validators = new WeakMap<Type.TSchema, ReturnType<typeof Compile>>();

function validatorOf(schema: Type.TSchema) {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

const MOST_FIELDS = 50;
const TOO_LONG = 'A text in it is far too long.';
const BAD_TEXT = 'Leave out the characters that cannot be stored.';

/**
 * Checks input against its schema and changes nothing: no coercion, no defaults, no silent dropping of unknown fields
 * (docs/threat-model.md#principles). The refusal names each field and says in a sentence what is wrong with it. Text
 * that no store can keep (NUL, half a surrogate pair) is refused everywhere.
 */
export const validateStrictly: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) => {
  const validator = validatorOf(schema);
  const part = PART[(httpPart ?? 'body') as keyof typeof PART];
  return (value: unknown) => {
    const problems = problemsOf(validator, value, schema);
    return problems === null ? { value } : { error: refusal(part, problems) };
  };
};

/** Refuses the parameters of a query that a route with this schema would refuse, in the same words. */
export function refuseWrongQuery(schema: Type.TSchema, query: unknown): void {
  const problems = problemsOf(validatorOf(schema), query, schema);
  if (problems !== null) throw refusal(PART.querystring, problems);
}

/** The problems of the input. Null if there are none. */
function problemsOf(
  validator: ReturnType<typeof Compile>,
  value: unknown,
  schema: Type.TSchema,
): readonly FieldProblem[] | null {
  try {
    if (!validator.Check(value)) return describeProblems(validator.Errors(value), schema);
  } catch (error) {
    // A pattern that runs on megabytes exhausts the engine's backtracking memory. No field with a pattern is that long.
    if (error instanceof RangeError) return [{ path: '', code: 'too_long', sentence: TOO_LONG }];
    throw error;
  }
  const path = badTextIn(value);
  return path === null ? null : [{ path, code: 'malformed', sentence: BAD_TEXT }];
}

/** Contains neither NUL nor half of a surrogate pair. Uses built-ins, since a text may have megabytes. */
const isStorable = (text: string): boolean => !text.includes('\0') && toUSVString(text) === text;

/**
 * The path of a text that cannot be stored. The schemas have bounded the depth already, because none of them accepts
 * arbitrary values.
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
  const message = `In ${part}: ${field}${first?.sentence ?? 'It is not as described.'}`;
  // A form has no field for an unknown property.
  const named = problems.filter(({ path, code }) => path !== '' && code !== 'unknown').slice(0, MOST_FIELDS);
  if (part !== PART.body || named.length === 0) return new AppError('invalid', message);
  const texts = Object.fromEntries(named.map(({ path, sentence }) => [path, sentence]));
  return new FieldError(texts, 'invalid', {
    message,
    codes: Object.fromEntries(named.map(({ path, code }) => [path, code])),
  });
}
