import { TextInput } from '@mantine/core';
import { CREATIVE_BYTES, CREATIVE_TYPES } from '#contract/creatives.ts';
import type { HousePicture } from '#contract/house-picture.ts';
import type { ConfirmedActionPlan } from '../ui/confirmed-action.tsx';
import type { FormPlan } from '../ui/schema-form.tsx';
import classes from './house-picture.module.css';
import { dropHousePicture, saveHousePicture } from './house-picture-api.ts';

export function housePicturePlan(cid: string | undefined, { customer_id: id, picture }: HousePicture): FormPlan {
  // Kept outside the draft, because drafts store text only.
  let file: File | undefined;
  return {
    id: `house-picture:${id}`,
    title: 'House picture',
    context: 'Shown at all outlets of the property where no ad runs. It costs and earns nothing.',
    submitLabel: 'Save',
    start: { seconds: String(picture?.seconds ?? 10), target: picture?.target ?? '' },
    fields: ({ draft, change, errors }) => (
      <>
        <label className={classes.file}>
          Picture
          <input
            type="file"
            accept={CREATIVE_TYPES.join(',')}
            onChange={({ currentTarget }) => {
              file = currentTarget.files?.[0];
            }}
          />
          <span className={classes.hint}>PNG, JPEG or WebP, up to 5 MB, at least 600 pixels on its short side.</span>
        </label>
        <TextInput
          label="Seconds"
          inputMode="numeric"
          value={draft.seconds ?? ''}
          error={errors.seconds}
          onChange={({ currentTarget }) => change({ seconds: currentTarget.value })}
        />
        <TextInput
          label="Where a click leads"
          description="An https address; empty leads nowhere."
          type="url"
          value={draft.target ?? ''}
          error={errors.target}
          onChange={({ currentTarget }) => change({ target: currentTarget.value })}
        />
      </>
    ),
    submit: async ({ seconds = '', target = '' }) => {
      if (file === undefined) throw new Error('Choose a picture.');
      if (file.size > CREATIVE_BYTES) throw new Error('The picture is larger than 5 MB. Choose a smaller one.');
      await saveHousePicture(cid, { seconds: seconds.trim(), target: target.trim() }, file);
      return 'The house picture was saved';
    },
  };
}

export const removalPlan = (cid: string | undefined): ConfirmedActionPlan => ({
  title: 'Take the house picture away?',
  confirmLabel: 'Take away',
  isDangerous: true,
  text: 'Where no ad runs, outlets show what they have themselves.',
  run: async () => {
    await dropHousePicture(cid);
    return 'The house picture was taken away';
  },
});
