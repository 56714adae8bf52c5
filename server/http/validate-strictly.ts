import type { FastifySchemaCompiler } from 'fastify';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError, FieldError } from './app-error.ts';
import { describeProblems, type FieldProblem } from './validation-words.ts';

const PART = { body: 'the body', querystring: 'the query', params: 'the address', headers: 'the headers' } as const;

/** NUL, or half of a surrogate pair. */
const NOT_TEXT = /[\0\p{Surrogate}]/u;

/** One a schema and process: tests start the app many times. */
const validators = new WeakMap<Type.TSchema, ReturnType<typeof Compile>>();

function validatorOf(schema: Type.TSchema) {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

const MOST_FIELDS = 50;
const BAD_TEXT = 'Leave out the characters that cannot be stored.';

/**
 * Checks input against its schema and changes nothing: no coercion, no defaults, no silent dropping of unknown fields
 * (docs/threat-model.md#principles). The refusal names each field and says in a sentence what is wrong with it. Text that no store can keep
 * (NUL, half a surrogate pair) is refused everywhere.
 */
export const validateStrictly: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) => {
  const validator = validatorOf(schema);
  const part = PART[(httpPart ?? 'body') as keyof typeof PART];
  return (value: unknown) => {
    if (!validator.Check(value)) return { error: refusal(part, describeProblems(validator.Errors(value), schema)) };
    const path = badTextIn(value);
    if (path === null) return { value };
    return { error: refusal(part, [{ path, code: 'malformed', sentence: BAD_TEXT }]) };
  };
};

/** Where a text is that cannot be stored. The schemas have bounded the depth by now: none of them lets arbitrary values through. */
function badTextIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return NOT_TEXT.test(value) ? path : null;
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
  // No form has a field for what is unknown here.
  const named = problems.filter(({ path, code }) => path !== '' && code !== 'unknown').slice(0, MOST_FIELDS);
  if (part !== PART.body || named.length === 0) return new AppError('invalid', message);
  const texts = Object.fromEntries(named.map(({ path, sentence }) => [path, sentence]));
  return new FieldError(texts, 'invalid', {
    message,
    codes: Object.fromEntries(named.map(({ path, code }) => [path, code])),
  });
}
