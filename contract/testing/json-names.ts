import type { Endpoint } from '../endpoint.ts';

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Names that docs/specification.md#entities spells differently, and the only calls that may use them. */
const AS_SPECIFIED: readonly { of: string; calls: readonly string[]; names: readonly string[] }[] = [
  {
    of: 'the current user, as the browser keeps it',
    calls: ['GET /auth/me'],
    names: ['firstName', 'lastName', 'emailVerified', 'phoneNumber', 'publicUrl', 'createdAt', 'updatedAt'],
  },
  {
    of: 'what it may change of that itself',
    calls: ['PUT /account/profile'],
    names: ['firstName', 'lastName', 'phoneNumber'],
  },
  { of: 'its picture', calls: ['PUT /account/avatar'], names: ['publicUrl'] },
  { of: 'the products of the sample shop', calls: ['GET /products'], names: ['createdAt', 'updatedAt'] },
  { of: 'the sample analytics', calls: ['GET /analytics'], names: ['mainChart', '1', '2'] },
];

/** The parts of a schema that can contain names. */
type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
};

/** Returns all property names in a schema, at any depth. */
export function namesIn({ properties = {}, items = [], anyOf = [], allOf = [], ...rest }: Schema): string[] {
  const more = typeof rest.additionalProperties === 'object' ? [rest.additionalProperties] : [];
  const parts = [...Object.values(properties), ...[items].flat(), ...anyOf, ...allOf, ...more];
  return [...Object.keys(properties), ...parts.flatMap(namesIn)];
}

/** Returns the sortable columns, which are names although they appear as values. */
function sortsIn({ properties = {} }: Schema): string[] {
  const { sort = {} } = properties as Record<string, { enum?: string[]; anyOf?: { const: string }[] }>;
  return [...(sort.enum ?? []), ...(sort.anyOf ?? []).map((one) => one.const)].map((name) => name.replace(/^-/, ''));
}

/** Returns all names that a caller of the endpoint writes or reads. */
export function namesOf({ schema, documented }: Pick<Endpoint, 'schema' | 'documented'>): string[] {
  const asked = [schema.params, schema.querystring, schema.body, documented?.body];
  const answers = [schema.response, documented?.response].flatMap((each) => Object.values(each ?? {}));
  const parts = [...asked, ...answers].flatMap((part) => (part === undefined ? [] : [part as Schema]));
  return parts.flatMap((part) => [...namesIn(part), ...sortsIn(part)]);
}

/** Returns names that are neither snake_case nor listed by the specification. */
export function wrongNames(call: string, names: readonly string[]): string[] {
  const specified = AS_SPECIFIED.filter(({ calls }) => calls.includes(call)).flatMap((exception) => exception.names);
  return [...new Set(names)].filter((name) => !SNAKE_CASE.test(name) && !specified.includes(name));
}

/** Returns exempt names that their call no longer uses. Unknown calls are skipped. */
export const staleExcuses = (endpoints: ReadonlyMap<string, readonly string[]>): string[] =>
  AS_SPECIFIED.flatMap(({ calls, names }) =>
    calls.flatMap((call) => names.filter((name) => endpoints.get(call)?.includes(name) === false)),
  );
