import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Textarea } from '@mantine/core';
import { AD_CATEGORIES, type AdCategory } from '#contract/campaigns.ts';
import type { CreativePolicy, QueuedCreative } from '#contract/creatives.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import type { FormPlan } from '../../ui/schema-form.tsx';
import classes from './creatives.module.css';
import { accept, refuse, savePolicy } from './creatives-api.ts';

/** Turns `food_and_drink` into words. */
export function categoryWord(category: string): string {
  const words = category.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const acceptPlan = ({ creative, advertiser, version }: QueuedCreative): ConfirmedActionPlan => ({
  title: 'Accept the creative',
  confirmLabel: 'Accept',
  text: (
    <p>
      {creative.name} of {advertiser} runs at your outlets.
    </p>
  ),
  run: async () => {
    await accept({ creative, version });
    return `${creative.name} was accepted`;
  },
});

export const refusePlan = ({ creative, advertiser, version }: QueuedCreative): FormPlan => ({
  id: `refuse:${creative.id}`,
  title: 'Refuse the creative',
  context: `${creative.name} of ${advertiser} is kept off your outlets only.`,
  submitLabel: 'Refuse',
  start: { reason: '' },
  fields: ({ draft, change, errors }) => (
    <Textarea
      label="Reason"
      description="The advertiser and the administrators read it."
      autosize
      minRows={3}
      maxLength={500}
      withAsterisk
      aria-required
      data-autofocus
      value={draft.reason ?? ''}
      error={errors.reason}
      onChange={(event) => change({ reason: event.currentTarget.value })}
    />
  ),
  submit: async ({ reason = '' }) => {
    if (reason.trim() === '') throw new Error('Say why.');
    await refuse({ creative, version }, reason);
    return `${creative.name} was refused`;
  },
});

/** Splits the categories, which the draft keeps as one text. */
const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((word) => word !== '');

export const policyPlan = ({ review_each: each, blocked_categories: blocked, version }: CreativePolicy): FormPlan => ({
  id: 'policy',
  title: 'Which ads run here',
  context: 'It holds for all outlets of your organisation, from now on.',
  submitLabel: 'Save',
  start: { review_each: each ? 'yes' : '', blocked_categories: blocked.join() },
  fields: ({ draft, change, errors }) => {
    const chosen = listOf(draft.blocked_categories);
    return (
      <>
        <Checkbox
          label="We look at each ad first"
          description="An ad waits until a manager accepts it."
          checked={draft.review_each === 'yes'}
          onChange={(event) => change({ review_each: event.currentTarget.checked ? 'yes' : '' })}
        />
        <Checkbox.Group
          label="Never ads for"
          value={chosen}
          error={errors.blocked_categories}
          onChange={(words) => change({ blocked_categories: words.join() })}
        >
          <div className={classes.categories}>
            {AD_CATEGORIES.map((category) => (
              <Checkbox key={category} value={category} label={categoryWord(category)} />
            ))}
          </div>
        </Checkbox.Group>
      </>
    );
  },
  submit: async ({ review_each: review, blocked_categories: words }) => {
    await savePolicy({ review_each: review === 'yes', blocked_categories: listOf(words) as AdCategory[], version });
    return 'Which ads run was saved';
  },
});
