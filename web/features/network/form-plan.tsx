import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { showToast } from '../../ui/toast.ts';
import { NETWORK } from './network-api.ts';

/** What is typed, by the names the server gives the fields. */
export type Draft = Readonly<Record<string, string>>;

export type FieldsProps = {
  readonly draft: Draft;
  readonly change: (parts: Draft) => void;
  /** What the server refused, by field. */
  readonly errors: Draft;
};

/** One form: what it asks, where it starts, what it does. */
export type FormPlan = {
  /** What it is about, such as `customer:…:share`: the same plan finds its unsent text again. */
  readonly id: string;
  readonly title: string;
  readonly context?: string;
  /** A text where it depends on what is typed. */
  readonly submitLabel: string | ((draft: Draft) => string);
  readonly start: Draft;
  readonly fields: (props: FieldsProps) => ReactNode;
  /** Answers what the toast says. */
  readonly submit: (draft: Draft) => Promise<string>;
  /** Instead of only closing it once it was sent. */
  readonly onDone?: () => void;
  /** It may be sent so that the form is there for the next one: where that one starts. */
  readonly another?: (draft: Draft) => Draft;
};

/** The form of a plan over what is already there; it keeps what was typed when the server refuses. */
export function PlannedForm({ plan, onClose }: { plan: FormPlan | null; onClose: () => void }) {
  const isOpen = plan !== null;
  const [held, setHeld] = useState({ plan, isOpen, opening: 0 });
  // As it was made when it opened: what is fetched anew meanwhile does not move it, and it is still there while it slides out.
  if (isOpen && (!held.isOpen || plan.id !== held.plan?.id)) setHeld({ plan, isOpen, opening: held.opening + 1 });
  else if (isOpen !== held.isOpen) setHeld({ ...held, isOpen });
  if (held.plan === null) return null;
  return (
    <PlanDrawer
      key={held.opening}
      plan={held.plan}
      isOpen={held.isOpen}
      onClose={onClose}
      onGone={() => setHeld({ ...held, plan: null })}
    />
  );
}

type PlanDrawerProps = { plan: FormPlan; isOpen: boolean; onClose: () => void; onGone: () => void };

function PlanDrawer({ plan, isOpen, onClose, onGone }: PlanDrawerProps) {
  const client = useQueryClient();
  const { title, context, submitLabel, start, fields, submit } = plan;
  const owner = useCurrentUser()?.id ?? '';
  const text = useDraft<Draft>(`network:${plan.id}`, owner, start, { isLostByLeaving: true });
  const saving = useMutation({
    mutationFn: (_more: boolean) => submit(text.fields),
    meta: { errors: 'own' },
    onSuccess: async (message, more) => {
      if (more && plan.another) text.restart(plan.another(text.fields));
      else text.clear();
      await client.invalidateQueries({ queryKey: NETWORK });
      void showToast({ kind: 'success', message });
      if (more) focusFirstField();
      else (plan.onDone ?? onClose)();
    },
  });
  const close = (): void => {
    saving.reset();
    onClose();
  };
  const { error } = saving;
  const errors = formErrors(error, Object.keys(start));
  const isStale = error instanceof ApiError && error.status === 409 && Object.keys(error.fields).length === 0;
  return (
    <FormDrawer
      title={title}
      {...(context === undefined ? {} : { context })}
      isOpen={isOpen}
      onClose={close}
      onGone={onGone}
      onSubmit={() => saving.mutate(false)}
      text={text}
      submitLabel={typeof submitLabel === 'string' ? submitLabel : submitLabel(text.fields)}
      isSaving={saving.isPending}
      onReset={Object.keys(start).length > 1 && !plan.another ? text.clear : undefined}
      another={plan.another ? { label: 'Add and another', onSubmit: () => saving.mutate(true) } : undefined}
      error={errors.form}
      errorAction={
        isStale ? (
          <Button
            variant="default"
            onClick={() => {
              void client.invalidateQueries({ queryKey: NETWORK });
              text.clear();
              close();
            }}
          >
            See it as it is now
          </Button>
        ) : undefined
      }
    >
      {fields({ draft: text.fields, change: text.change, errors: errors.fields })}
    </FormDrawer>
  );
}

/** For the next one the cursor stands where typing begins. */
function focusFirstField(): void {
  const drawers = document.querySelectorAll('[data-overlay] form');
  drawers
    .item(drawers.length - 1)
    ?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')
    ?.focus();
}
