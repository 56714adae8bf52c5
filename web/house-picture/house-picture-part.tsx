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
  /** The property's id, set by administrators; the property's own users omit it. */
  cid?: string;
  /** True while an administrator views as another user; changes are not allowed then. */
  isReadOnly?: boolean;
};

/** Shows the picture that a property displays when no ad runs, and lets the reader change it. */
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
