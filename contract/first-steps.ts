import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/**
 * One thing that a network needs before it earns. Administrators take them; to owner and advertiser they say what they
 * wait for.
 */
export const FirstStep = Type.Object({
  step: Type.Union([
    /** A property customer with a venue. */
    Type.Literal('site'),
    Type.Literal('outlets'),
    Type.Literal('keys'),
    /** An advertiser's campaign with a flight. */
    Type.Literal('campaign'),
    /** The first view. */
    Type.Literal('event'),
    /** An owner's or advertiser's account. */
    Type.Literal('account'),
  ]),
  done: Type.Boolean(),
  /** Where it is taken: the customer that lacks it. */
  customer_id: Type.Optional(Type.String()),
  /** The outlet that lacks it. */
  outlet_id: Type.Optional(Type.String()),
});
export type FirstStep = Type.Static<typeof FirstStep>;

export const FirstSteps = Type.Object({ data: Type.Array(FirstStep) });
export type FirstSteps = Type.Static<typeof FirstSteps>;

export const getFirstSteps = {
  method: 'GET',
  url: '/first-steps',
  allowed: 'data',
  summary: 'What the network still needs to run, in order',
  schema: { response: { 200: FirstSteps } },
} as const satisfies Endpoint;
