import type { Role } from '#contract/common.ts';
import type { OnboardingStep } from '#contract/onboarding.ts';

/** Whether the map would be empty. An advertiser's map shows where campaigns ran; all other maps show the outlets. */
export const isMapEmpty = (steps: readonly OnboardingStep[], role: Role): boolean =>
  steps.some(({ step, done }) => !done && step === (role === 'advertiser' ? 'event' : 'outlets'));
