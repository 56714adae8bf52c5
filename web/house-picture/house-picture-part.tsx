import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CREATIVE_BYTES, CREATIVE_TYPES } from '#contract/creatives.ts';
import type { HousePicture } from '#contract/house-picture.ts';
import { counted } from '#domain/counted.ts';
import { interpolate } from '../lib/interpolate.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../ui/confirmed-action.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { type FormPlan, SchemaForm } from '../ui/schema-form.tsx';
import { LinesSkeleton } from '../ui/skeletons.tsx';
import classes from './house-picture.module.css';
import { dropHousePicture, HOUSE_PICTURES, housePictureQuery, saveHousePicture } from './house-picture-api.ts';
import { housePicturePartStrings as strings } from './house-picture-strings.ts';

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
        what={strings.loadFailed}
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  const { picture, can_edit: canEdit } = data;
  return (
    <div className={classes.part}>
      {picture === null ? null : (
        <img className={classes.picture} src={picture.url} alt={strings.pictureAlt} loading="lazy" />
      )}
      <div className={classes.words}>
        <p className={classes.text}>{picture === null ? strings.noPicture : shownText(picture)}</p>
        {canEdit && !isReadOnly ? (
          <div className={classes.buttons}>
            <Button size="xs" variant="default" onClick={() => setForm(housePicturePlan(cid, data))}>
              {picture === null ? strings.setPicture : strings.replacePicture}
            </Button>
            {picture === null ? null : (
              <Button size="xs" variant="default" onClick={() => setAct(removalPlan(cid))}>
                {strings.remove}
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

/** Says how long the picture is shown and where a click leads. */
function shownText({ seconds: value, target }: NonNullable<HousePicture['picture']>): string {
  const seconds = counted(value, strings.second);
  return target === ''
    ? interpolate(strings.shownWithoutLink, { seconds })
    : interpolate(strings.shownWithLink, { seconds, target });
}

function housePicturePlan(cid: string | undefined, { customer_id: id, picture }: HousePicture): FormPlan {
  // Held outside the draft, because drafts store text only.
  let file: File | undefined;
  return {
    id: `house-picture:${id}`,
    title: strings.housePicture,
    context: strings.context,
    submitLabel: strings.save,
    start: { seconds: String(picture?.seconds ?? 10), target: picture?.target ?? '' },
    fields: ({ draft, change, errors }) => (
      <>
        <label className={classes.file}>
          {strings.picture}
          <input
            type="file"
            accept={CREATIVE_TYPES.join(',')}
            onChange={({ currentTarget }) => {
              file = currentTarget.files?.[0];
            }}
          />
          <span className={classes.hint}>{strings.pictureHint}</span>
        </label>
        <TextInput
          label={strings.seconds}
          inputMode="numeric"
          value={draft.seconds ?? ''}
          error={errors.seconds}
          onChange={({ currentTarget }) => change({ seconds: currentTarget.value })}
        />
        <TextInput
          label={strings.targetUrl}
          description={strings.targetUrlHint}
          type="url"
          value={draft.target ?? ''}
          error={errors.target}
          onChange={({ currentTarget }) => change({ target: currentTarget.value })}
        />
      </>
    ),
    submit: async ({ seconds = '', target = '' }) => {
      if (file === undefined) throw new Error(strings.pictureMissing);
      if (file.size > CREATIVE_BYTES) throw new Error(strings.pictureTooLarge);
      await saveHousePicture(cid, { seconds: seconds.trim(), target: target.trim() }, file);
      return strings.saved;
    },
  };
}

const removalPlan = (cid: string | undefined): ConfirmedActionPlan => ({
  title: strings.removeTitle,
  confirmLabel: strings.confirmRemoval,
  isDangerous: true,
  text: strings.removeText,
  run: async () => {
    await dropHousePicture(cid);
    return strings.removed;
  },
});
