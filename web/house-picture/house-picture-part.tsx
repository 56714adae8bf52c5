import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmedAction, type ConfirmedActionPlan } from '../ui/confirmed-action.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { type FormPlan, SchemaForm } from '../ui/schema-form.tsx';
import { LinesSkeleton } from '../ui/skeletons.tsx';
import classes from './house-picture.module.css';
import { HOUSE_PICTURES, housePictureQuery } from './house-picture-api.ts';
import { housePicturePlan, removalPlan } from './house-picture-plans.tsx';

type HousePicturePartProps = {
  /** The property, for administrators; its own people name none. */
  cid?: string;
  /** Nobody changes anything as somebody else. */
  isReadOnly?: boolean;
};

/** What a property shows where no ad runs, and how it is changed. */
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
