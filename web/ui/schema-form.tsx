import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { type Draft as KeptDraft, useDraft } from '../lib/draft.ts';
import { formErrors } from '../lib/form-errors.ts';
import { newUuid } from '../lib/new-uuid.ts';
import { useCurrentUser } from '../lib/session.ts';
import { FormDrawer } from './form-drawer.tsx';
import { type Difference, NewerState } from './newer-state.tsx';
import { showToast } from './toast.ts';

/** What is typed, by the names the server gives the fields. */
export type Draft = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

export type FieldsProps<Fields extends Values = Draft> = {
  readonly draft: Fields;
  readonly change: (parts: Partial<Fields>) => void;
  /** What was refused, by field. */
  readonly errors: Draft;
  /** Says at once what is wrong with a field, or (null) no longer. */
  readonly refuse: (name: string, reason: string | null) => void;
};

/** One form: what it asks, where it starts, what it does. */
export type FormPlan<Fields extends Values = Draft> = {
  /** What it is about, such as `customer:…:share`: the same plan finds its unsent text again. */
  readonly id: string;
  readonly title: string;
  readonly context?: string;
  /** A text where it depends on what is typed. */
  readonly submitLabel: string | ((draft: Fields) => string);
  readonly start: Fields;
  readonly fields: (props: FieldsProps<Fields>) => ReactNode;
  /** Answers what the toast says. */
  readonly submit: (draft: Fields) => Promise<string>;
  /**
   * What must not be done twice: its field `sending_id`, empty at the start, gets a name when it is first sent, which is kept with the
   * text and sent again with it, whatever became of the answer.
   */
  readonly isOnce?: boolean;
  /** Instead of only closing it once it was sent. */
  readonly onDone?: () => void;
  /** It may be sent so that the form is there for the next one: where that one starts. */
  readonly another?: (draft: Fields) => Fields;
  /** Of something stored that somebody else may change meanwhile. */
  readonly stored?: {
    /** The same form of what is stored now; null where there is nothing to change any more. */
    readonly again: () => Promise<FormPlan<Fields> | null>;
    /** What is compared then, as people call it. */
    readonly labels: { readonly [Name in keyof Fields]?: string };
    /** What a field is made of where that is not only itself: changed together, and kept or taken together. */
    readonly parts?: { readonly [Name in keyof Fields]?: readonly (keyof Fields)[] };
    /** A field as people read it, of a form that started from `start`; without it the text itself. */
    readonly shown?: (name: keyof Fields, fields: Fields, start: Fields) => string;
  };
};

type PlannedFormProps<Fields extends Values> = {
  plan: FormPlan<Fields> | null;
  /** Where all that may have changed lies in the query cache; its first word keeps drafts apart. */
  topic: readonly [string, ...string[]];
  onClose: () => void;
};

/**
 * The form of a plan over what is already there. It keeps what was typed when the server refuses, asks before it is lost, and
 * where somebody else stored something meanwhile shows it beside what is typed: nothing of either is overwritten unseen.
 */
export function SchemaForm<Fields extends Values>({ plan, topic, onClose }: PlannedFormProps<Fields>) {
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
      topic={topic}
      isOpen={held.isOpen}
      onClose={onClose}
      onGone={() => setHeld({ ...held, plan: null })}
    />
  );
}

type PlanDrawerProps<Fields extends Values> = {
  plan: FormPlan<Fields>;
  topic: PlannedFormProps<Fields>['topic'];
  isOpen: boolean;
  onClose: () => void;
  onGone: () => void;
};

function PlanDrawer<Fields extends Values>({ plan: opened, topic, isOpen, onClose, onGone }: PlanDrawerProps<Fields>) {
  const client = useQueryClient();
  const [plan, setPlan] = useState(opened);
  const [newer, setNewer] = useState<FormPlan<Fields> | null>(null);
  const [faults, setFaults] = useState<Draft>({});
  const { title, context, submitLabel, start, fields, submit } = plan;
  const owner = useCurrentUser()?.id ?? '';
  const text = useDraft<Fields>(`${topic[0]}:${plan.id}`, owner, start, { isLostByLeaving: true });
  const saving = useMutation({
    mutationFn: (_more: boolean) => submit(plan.isOnce === true ? named(text) : text.fields),
    meta: { errors: 'own' },
    onSuccess: async (message, more) => {
      if (more && plan.another) text.restart(plan.another(text.fields));
      else text.clear();
      await client.invalidateQueries({ queryKey: topic });
      void showToast({ kind: 'success', message });
      if (more) focusFirstField();
      else (plan.onDone ?? onClose)();
    },
  });
  const looking = useMutation({
    mutationFn: async () => {
      const found = await plan.stored?.again();
      void client.invalidateQueries({ queryKey: topic });
      if (!found) throw new Error('This can no longer be changed. Copy what you need, then close the form.');
      setNewer(found);
    },
    meta: { errors: 'own' },
  });
  const { error } = saving;
  const asked = Object.keys(start).filter((name) => name !== 'sending_id');
  const errors = formErrors(error, asked);
  const isStale =
    plan.stored !== undefined && error instanceof ApiError && error.status === 409 && errors.form !== null;
  return (
    <FormDrawer
      title={title}
      {...(context === undefined ? {} : { context })}
      isOpen={isOpen}
      onClose={() => {
        saving.reset();
        onClose();
      }}
      onGone={onGone}
      onSubmit={() => saving.mutate(false)}
      text={text}
      submitLabel={typeof submitLabel === 'string' ? submitLabel : submitLabel(text.fields)}
      isSaving={saving.isPending}
      onReset={asked.length > 1 && !plan.another ? reset : undefined}
      another={plan.another ? { label: 'Add and another', onSubmit: () => saving.mutate(true) } : undefined}
      error={looking.error?.message ?? errors.form}
      errorAction={
        isStale && newer === null ? (
          <Button variant="default" size="xs" loading={looking.isPending} onClick={() => looking.mutate()}>
            Show the present state
          </Button>
        ) : undefined
      }
    >
      {newer === null ? null : (
        <NewerState
          differences={differencesOf(plan, newer, text.fields)}
          onTake={() => {
            text.restart(newer.start);
            settle(newer);
          }}
          onKeep={() => {
            text.rebase(newer.start, mineOf(plan, text.fields));
            settle(newer);
          }}
        />
      )}
      {fields({
        draft: text.fields,
        change: text.change,
        errors: { ...errors.fields, ...faults },
        refuse: (name, reason) =>
          setFaults(({ [name]: _, ...others }) => (reason === null ? others : { ...others, [name]: reason })),
      })}
    </FormDrawer>
  );

  /** From now on a save answers to what the other one stored. */
  function settle(state: FormPlan<Fields>): void {
    setPlan(state);
    setNewer(null);
    saving.reset();
  }

  function reset(): void {
    text.clear();
    setFaults({});
    saving.reset();
  }
}

const partsOf = <Fields extends Values>({ stored }: FormPlan<Fields>, name: keyof Fields): readonly (keyof Fields)[] =>
  stored?.parts?.[name] ?? [name];

const isChanged = <Fields extends Values>(plan: FormPlan<Fields>, name: keyof Fields, fields: Fields): boolean =>
  partsOf(plan, name).some((part) => fields[part] !== plan.start[part]);

/** All parts of what was changed: half of a place that was chosen is another place. */
const mineOf = <Fields extends Values>(plan: FormPlan<Fields>, typed: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.keys(plan.stored?.labels ?? {})
      .filter((name) => isChanged(plan, name, typed))
      .flatMap((name) => partsOf(plan, name).map((part) => [part, typed[part]])),
  ) as Partial<Fields>;

/** In what the stored state differs from what is typed. Values are compared: two customers may be shown alike. */
function differencesOf<Fields extends Values>(
  opened: FormPlan<Fields>,
  newer: FormPlan<Fields>,
  typed: Fields,
): Difference[] {
  const { labels = {}, shown = (name: keyof Fields, fields: Fields) => String(fields[name] ?? '') } =
    opened.stored ?? {};
  return (Object.entries(labels) as [keyof Fields, string][])
    .map(([name, label]) => ({
      name,
      label,
      theirs: shown(name, newer.start, opened.start) || 'empty',
      yours: isChanged(opened, name, typed) ? shown(name, typed, opened.start) || 'empty' : null,
    }))
    .filter(({ name }) => partsOf(opened, name).some((part) => newer.start[part] !== typed[part]));
}

/** What is typed with the name of its sending, the same until it is done or thrown away. */
function named<Fields extends Values>({ fields, change }: Pick<KeptDraft<Fields>, 'fields' | 'change'>): Fields {
  if (fields.sending_id !== '') return fields;
  const name = { sending_id: newUuid() } as unknown as Partial<Fields>;
  change(name);
  return { ...fields, ...name };
}

/** For the next one the cursor stands where typing begins. */
function focusFirstField(): void {
  const drawers = document.querySelectorAll('[data-overlay] form');
  drawers
    .item(drawers.length - 1)
    ?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')
    ?.focus();
}
