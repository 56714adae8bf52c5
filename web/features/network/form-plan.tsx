import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { showToast } from '../../ui/toast.ts';
import { NETWORK } from './api.ts';

/** What is typed, by the names the server gives the fields. */
export type Draft = Readonly<Record<string, string>>;

export type FieldsProps = {
  readonly draft: Draft;
  readonly change: (parts: Draft) => void;
  /** What the server refused, by field. */
  readonly errors: Draft;
};

/** One form: what it asks, where it starts, what it does. Made when it is opened. */
export type FormPlan = {
  readonly title: string;
  readonly context?: string;
  readonly submitLabel: string;
  readonly start: Draft;
  readonly fields: (props: FieldsProps) => ReactNode;
  /** Answers what the toast says. */
  readonly submit: (draft: Draft) => Promise<string>;
};

const NO_PLAN: FormPlan = {
  ...{ title: '', submitLabel: '', start: {} },
  fields: () => null,
  submit: () => Promise.resolve(''),
};

/** The form of a plan over what is already there; it keeps what was typed when the server refuses. */
export function PlannedForm({ plan, onClose }: { plan: FormPlan | null; onClose: () => void }) {
  const client = useQueryClient();
  const [held, setHeld] = useState<{ plan: FormPlan; draft: Draft }>({ plan: NO_PLAN, draft: {} });
  // While the drawer slides out it still shows the plan that was there.
  if (plan !== null && plan !== held.plan) setHeld({ plan, draft: plan.start });
  const { title, context, submitLabel, start, fields, submit } = held.plan;
  const saving = useMutation({
    mutationFn: () => submit(held.draft),
    meta: { errors: 'own' },
    onSuccess: async (message) => {
      await client.invalidateQueries({ queryKey: NETWORK });
      void showToast({ kind: 'success', message });
      onClose();
    },
  });
  const close = (): void => {
    saving.reset();
    onClose();
  };
  const { error } = saving;
  const errors = error instanceof ApiError ? error.fields : {};
  const isStale = error instanceof ApiError && error.status === 409 && Object.keys(errors).length === 0;
  const shown = Object.keys(errors).some((name) => name in start) ? null : (error?.message ?? null);
  return (
    <FormDrawer
      title={title}
      {...(context === undefined ? {} : { context })}
      isOpen={plan !== null}
      onClose={close}
      onSubmit={() => saving.mutate()}
      submitLabel={submitLabel}
      isSaving={saving.isPending}
      onReset={Object.keys(start).length > 1 ? () => setHeld({ plan: held.plan, draft: start }) : undefined}
      error={shown}
      errorAction={
        isStale ? (
          <Button
            variant="default"
            onClick={() => {
              void client.invalidateQueries({ queryKey: NETWORK });
              close();
            }}
          >
            See it as it is now
          </Button>
        ) : undefined
      }
    >
      {fields({
        draft: held.draft,
        change: (parts) => setHeld({ ...held, draft: { ...held.draft, ...parts } }),
        errors,
      })}
    </FormDrawer>
  );
}
