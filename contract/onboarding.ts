import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/**
 * A step in setting up a network. Administrators complete the steps; owners and advertisers see which step they wait
 * for.
 */
export const OnboardingStep = Type.Object({
  step: Type.Union([
    /** A property customer with a venue. */
    Type.Literal('site'),
    Type.Literal('outlets'),
    /** A price of the rate card. */
    Type.Literal('rates'),
    /** An advertiser's campaign that has a flight. */
    Type.Literal('campaign'),
    /** A picture of an approved flight, so that outlets have something to show. */
    Type.Literal('creative'),
    Type.Literal('keys'),
    /** The first view. */
    Type.Literal('event'),
    /** An owner's or advertiser's account. */
    Type.Literal('account'),
  ]),
  done: Type.Boolean(),
  /** The customer that the step applies to. */
  customer_id: Type.Optional(Type.String()),
  /** The outlet that the step applies to. */
  outlet_id: Type.Optional(Type.String()),
  /** The campaign that the step applies to. */
  campaign_id: Type.Optional(Type.String()),
});
export type OnboardingStep = Type.Static<typeof OnboardingStep>;

export const OnboardingSteps = Type.Object({ data: Type.Array(OnboardingStep) });
export type OnboardingSteps = Type.Static<typeof OnboardingSteps>;

export const getOnboardingSteps = {
  method: 'GET',
  url: '/first-steps',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List the remaining setup steps of the network, in order',
  schema: { response: { 200: OnboardingSteps } },
} as const satisfies Endpoint;
