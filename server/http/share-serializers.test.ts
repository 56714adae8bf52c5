import createSelector from '@fastify/fast-json-stringify-compiler';
import fc from 'fast-check';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { shareSerializers } from './create-server.ts';

const STATES = ['draft', 'live', 'ended'] as const;
const schema = Type.Object({
  name: Type.Union([Type.String(), Type.Null()]),
  count: Type.Union([Type.Integer(), Type.Null()]),
  share: Type.Union([Type.Number(), Type.Null()]),
  isOpen: Type.Union([Type.Boolean(), Type.Null()]),
  state: Type.Union(STATES.map((state) => Type.Literal(state))),
  before: Type.Union([Type.Union(STATES.map((state) => Type.Literal(state))), Type.Null()]),
  reason: Type.Union([Type.Enum([...STATES]), Type.Null()]),
  place: Type.Union([Type.Object({ city: Type.Union([Type.String(), Type.Null()]) }), Type.Null()]),
  seen: Type.Optional(Type.Array(Type.Union([Type.Integer(), Type.Null()]))),
  until: Type.Union([Type.Integer(), Type.Literal('never')]),
});
const state = fc.constantFrom(...STATES);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const answers = fc.record(
  {
    name: orNull(fc.string({ unit: 'binary' })),
    count: orNull(fc.maxSafeInteger()),
    share: orNull(fc.double({ noNaN: true, noDefaultInfinity: true })),
    isOpen: orNull(fc.boolean()),
    state,
    before: orNull(state),
    reason: orNull(state),
    place: orNull(fc.record({ city: orNull(fc.string()) })),
    seen: fc.array(orNull(fc.maxSafeInteger())),
    until: fc.oneof(fc.maxSafeInteger(), fc.constant('never')),
  },
  {
    noNullPrototype: true,
    requiredKeys: ['name', 'count', 'share', 'isOpen', 'state', 'before', 'reason', 'place', 'until'],
  },
);
const route = { method: 'GET', url: '/', schema } as const;
const shared = shareSerializers(route);

test('serializes an answer as the schema alone would', () => {
  const own = createSelector()()({ ...route, httpStatus: '200' });
  fc.assert(fc.property(answers, (answer) => void expect(shared(answer)).toBe(own(answer))));
});

test('rejects values of a wrong type, and omits fields that the schema does not have', () => {
  const answer = { name: 'A', count: 1, share: 0.5, isOpen: null, state: 'live', before: null, reason: null };
  const whole = { ...answer, place: { city: null, secret: 's' }, until: 'never', secret: 's' };
  expect(JSON.parse(shared(whole))).toEqual({ ...answer, place: { city: null }, until: 'never' });
  for (const wrong of [{ name: 5 }, { count: 'many' }, { place: 'here' }, { until: null }])
    expect(() => shared({ ...whole, ...wrong }), JSON.stringify(wrong)).toThrow();
});
