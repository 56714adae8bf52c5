import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';

/** Whether the map would be plain water: an advertiser's shows where its campaigns ran, everybody else's what stands. */
export const isMapEmpty = (steps: readonly OnboardingStep[], role: Role): boolean =>
  steps.some(({ step, done }) => !done && step === (role === 'advertiser' ? 'event' : 'outlets'));
