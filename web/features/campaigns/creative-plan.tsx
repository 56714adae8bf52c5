import type { FlightDetail } from '#contract/flight-parts.ts';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { addCreativeTo, type CreativeDraft, CreativeInputs, EMPTY_CREATIVE } from './creative-inputs.tsx';
import { isProposal } from './creative-list.tsx';

/**
 * The form that adds an ad to a submitted flight. For an approved flight the ad is a proposed change like any other.
 */
export const creativePlan = (flight: FlightDetail): FormPlan<CreativeDraft> => ({
  id: `creative:${flight.id}`,
  title: creativeLabel(flight),
  ...(isProposal(flight)
    ? { context: 'An administrator looks at it first; until then the flight runs on unchanged.' }
    : {}),
  submitLabel: 'Add the creative',
  start: EMPTY_CREATIVE,
  fields: ({ draft, change, errors }) => (
    <CreativeInputs draft={draft} change={change} errors={errors} sponsor={flight.sponsor} />
  ),
  submit: async (draft) => {
    const next = await addCreativeTo(() => Promise.resolve(flight), draft);
    return isProposal(next) ? 'The creative waits for an administrator' : 'The creative was added';
  },
});

export const creativeLabel = (flight: FlightDetail): string =>
  isProposal(flight) ? 'Propose a creative' : 'Add a creative';
