import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CREATIVE_BYTES, CREATIVE_TYPES } from '#contract/creatives.ts';
import type { HousePicture } from '#contract/house-picture.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../ui/confirmed-action.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { type FormPlan, SchemaForm } from '../ui/schema-form.tsx';
import { LinesSkeleton } from '../ui/skeletons.tsx';
import classes from './house-picture.module.css';
import { dropHousePicture, HOUSE_PICTURES, housePictureQuery, saveHousePicture } from './house-picture-api.ts';

type HousePicturePartProps = {
  /** The property's id, for administrators. The property's own users omit it. */
  cid?: string;
  /** Whether changes are not allowed, because an administrator views as another user. */
  isReadOnly?: boolean;
};

/** Shows the picture that a property displays when no ad runs, and lets the user change this picture. */
export function HousePicturePart({ cid, isReadOnly = false }: HousePicturePartProps) {
  const { data, error, isFetching, refetch } = useQuery(housePictureQuery(cid));
  const [form, setForm] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  if (data === undefined)
    return error === null ? (
      <LinesSkeleton lines={2} lineHeight={24} />
    ) : (
      <ErrorState
        what="The house picture could not be loaded."
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  const { picture, can_edit: canEdit } = data;
  return (
    <div className={classes.part}>
      {picture === null ? null : (
        <img className={classes.picture} src={picture.url} alt="What is shown where no ad runs" loading="lazy" />
      )}
      <div className={classes.words}>
        <p className={classes.text}>
          {picture === null
            ? 'No picture: where no ad runs, outlets show what they have themselves.'
            : `Shown for ${picture.seconds} seconds where no ad runs. ${picture.target === '' ? 'A click leads nowhere.' : `A click leads to ${picture.target}.`}`}
        </p>
        {canEdit && !isReadOnly ? (
          <div className={classes.buttons}>
            <Button size="xs" variant="default" onClick={() => setForm(housePicturePlan(cid, data))}>
              {picture === null ? 'Set a house picture' : 'Replace the house picture'}
            </Button>
            {picture === null ? null : (
              <Button size="xs" variant="default" onClick={() => setAct(removalPlan(cid))}>
                Take it away
              </Button>
            )}
          </div>
        ) : null}
      </div>
      <SchemaForm plan={form} topic={HOUSE_PICTURES} onClose={() => setForm(null)} />
      <ConfirmedAction plan={act} topic={HOUSE_PICTURES} onClose={() => setAct(null)} />
    </div>
  );
}

function housePicturePlan(cid: string | undefined, { customer_id: id, picture }: HousePicture): FormPlan {
  // Held outside the draft, because drafts store text only.
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

const removalPlan = (cid: string | undefined): ConfirmedActionPlan => ({
  title: 'Take the house picture away?',
  confirmLabel: 'Take away',
  isDangerous: true,
  text: 'Where no ad runs, outlets show what they have themselves.',
  run: async () => {
    await dropHousePicture(cid);
    return 'The house picture was taken away';
  },
});
