import type { FastifySchemaCompiler } from 'fastify';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from './app-error.ts';

const PART = { body: 'the body', querystring: 'the query', params: 'the address', headers: 'the headers' } as const;

/** NUL, or half of a surrogate pair. */
const NOT_TEXT = /[\0\p{Surrogate}]/u;

/**
 * Checks input against its schema and changes nothing: no coercion, no defaults, no silent dropping of unknown fields
 * (security M18). The refusal names the field and what is wrong with it. Text that no store can keep (NUL, half a
 * surrogate pair) is refused everywhere.
 */
export const validateStrictly: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  const part = PART[(httpPart ?? 'body') as keyof typeof PART];
  return (value: unknown) => {
    if (!validator.Check(value)) {
      const [first] = validator.Errors(value);
      return { error: new AppError('invalid', `In ${part}: ${describe(first)}`) };
    }
    if (hasBadText(value))
      return { error: new AppError('invalid', `In ${part}: a text has characters that are not allowed.`) };
    return { value };
  };
};

/** The schemas have bounded the depth by now: none of them lets arbitrary values through. */
function hasBadText(value: unknown): boolean {
  if (typeof value === 'string') return NOT_TEXT.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasBadText);
}

function describe(error: { instancePath?: string; message?: string; params?: object } | undefined): string {
  const field = error?.instancePath?.slice(1).replaceAll('/', '.');
  const extra =
    error?.params && 'additionalProperties' in error.params ? ` (${String(error.params.additionalProperties)})` : '';
  return `${field ? `'${field}' ` : ''}${error?.message ?? 'is not as described'}${extra}.`.slice(0, 300);
}
