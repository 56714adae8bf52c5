import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { type Draft as KeptDraft, useDraft } from '../lib/draft.ts';
import { formErrors } from '../lib/form-errors.ts';
import { interpolate } from '../lib/interpolate.ts';
import { newUuid } from '../lib/new-uuid.ts';
import { useCurrentUser } from '../lib/session.ts';
import { FormDrawer } from './form-drawer.tsx';
import classes from './newer-state.module.css';
import { showToast } from './toast.ts';
import { schemaFormStrings as strings } from './ui-strings.ts';

/** Typed values by the server's field names. */
export type Draft = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

export type FieldsProps<Fields extends Values = Draft> = {
  readonly draft: Fields;
  readonly change: (parts: Partial<Fields>) => void;
  /** Error messages by field. */
  readonly errors: Draft;
  /** Sets a field's error immediately; a null `reason` removes the error. */
  readonly refuse: (name: string, reason: string | null) => void;
};

/** A form: its fields, its initial values and its action. */
export type FormPlan<Fields extends Values = Draft> = {
  /** Identifies what the form edits, such as `customer:…:share`. A plan with the same id restores the draft. */
  readonly id: string;
  readonly title: string;
  readonly context?: string;
  /** A function if the label depends on the typed values. */
  readonly submitLabel: string | ((draft: Fields) => string);
  readonly start: Fields;
  readonly fields: (props: FieldsProps<Fields>) => ReactNode;
  /** Sends the values. Resolves to the toast's message. */
  readonly submit: (draft: Fields) => Promise<string>;
  /**
   * Whether the action must not run twice. The field `sending_id`, initially empty, is then set to an idempotency key
   * on the first send. The key stays in the draft and is sent again on each retry, even if the first response was lost.
   */
  readonly isOnce?: boolean;
  /** Called after success, instead of closing the form. */
  readonly onDone?: () => void;
  /**
   * Adds a second submit button that prepares the form for the next entry. Returns the initial values for that entry.
   */
  readonly another?: (draft: Fields) => Fields;
  /** For a stored record that another user may change while the form is open. */
  readonly stored?: {
    /** Builds the same form from the current stored state. Resolves to null if the record can no longer be changed. */
    readonly again: () => Promise<FormPlan<Fields> | null>;
    /** Labels of the fields to compare on a conflict. */
    readonly labels: { readonly [Name in keyof Fields]?: string };
    /**
     * For each field, the fields that belong together with it. A conflict is resolved for all these fields together.
     */
    readonly parts?: { readonly [Name in keyof Fields]?: readonly (keyof Fields)[] };
    /** Formats a field for the comparison, in a form whose initial values were `start`. Default: the field's text. */
    readonly shown?: (name: keyof Fields, fields: Fields, start: Fields) => string;
  };
};

type PlannedFormProps<Fields extends Values> = {
  plan: FormPlan<Fields> | null;
  /** Query key prefix for the data that the form may change. The prefix's first part separates drafts. */
  topic: readonly [string, ...string[]];
  onClose: () => void;
};

/**
 * The drawer for a form plan. Keeps typed values when the server rejects them, and asks before discarding them. If
 * another user has stored a change meanwhile, shows that change beside the typed values, so that the user overwrites
 * neither unknowingly.
 */
export function SchemaForm<Fields extends Values>({ plan, topic, onClose }: PlannedFormProps<Fields>) {
  const isOpen = plan !== null;
  const [held, setHeld] = useState({ plan, isOpen, opening: 0 });
  // Keeps the plan from when the drawer opened. Refetched data does not change the plan, and the exit animation still
  // shows it.
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
      if (!found) throw new Error(strings.gone);
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
      another={plan.another ? { label: strings.addAnother, onSubmit: () => saving.mutate(true) } : undefined}
      error={looking.error?.message ?? errors.form}
      errorAction={
        isStale && newer === null ? (
          <Button variant="default" size="xs" loading={looking.isPending} onClick={() => looking.mutate()}>
            {strings.showCurrent}
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

  /** Bases later saves on the other user's version. */
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

/** Returns all parts of the changed fields, because half of a chosen place would be a different place. */
const mineOf = <Fields extends Values>(plan: FormPlan<Fields>, typed: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.keys(plan.stored?.labels ?? {})
      .filter((name) => isChanged(plan, name, typed))
      .flatMap((name) => partsOf(plan, name).map((part) => [part, typed[part]])),
  ) as Partial<Fields>;

/**
 * Returns the fields in which the stored state differs from the typed values. Compares values, because two customers
 * may have the same label.
 */
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
      theirs: shown(name, newer.start, opened.start) || strings.empty,
      yours: isChanged(opened, name, typed) ? shown(name, typed, opened.start) || strings.empty : null,
    }))
    .filter(({ name }) => partsOf(opened, name).some((part) => newer.start[part] !== typed[part]));
}

/** Returns the typed values with their `sending_id`, which does not change until the form is sent or discarded. */
function named<Fields extends Values>({ fields, change }: Pick<KeptDraft<Fields>, 'fields' | 'change'>): Fields {
  if (fields.sending_id !== '') return fields;
  const name = { sending_id: newUuid() } as unknown as Partial<Fields>;
  change(name);
  return { ...fields, ...name };
}

/** Focuses the first field, ready for the next entry. */
function focusFirstField(): void {
  const drawers = document.querySelectorAll('[data-overlay] form');
  drawers
    .item(drawers.length - 1)
    ?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')
    ?.focus();
}

/** `yours` is null if the user did not change the field; the stored value then remains in any case. */
type Difference = { readonly label: string; readonly theirs: string; readonly yours: string | null };

type NewerStateProps = {
  readonly differences: readonly Difference[];
  readonly onTake: () => void;
  readonly onKeep: () => void;
};

/** Shows what another user stored while the form was open, beside the typed values, and lets the user decide. */
function NewerState({ differences, onTake, onKeep }: NewerStateProps) {
  return (
    <section className={classes.newer} aria-label={strings.currentVersion}>
      <p>{differences.length === 0 ? strings.sameAsYours : strings.savedByOther}</p>
      <dl>
        {differences.map(({ label, theirs, yours }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {theirs}
              {yours === null ? null : <span className={classes.yours}> {interpolate(strings.yours, { yours })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onTake}>
          {strings.useTheirs}
        </Button>
        <Button size="xs" variant="default" onClick={onKeep}>
          {strings.keepMine}
        </Button>
      </div>
    </section>
  );
}
