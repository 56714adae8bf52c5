import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { DRAFT_PREFIX } from './forget-drafts.ts';
import { noteUnsaved } from './unsaved.ts';

/** Names of fields that are never stored, in any form. */
const SECRET = /passw|passphrase|secret|token|recovery|^code$|otp/i;

/** The values of a form by field name. Drafts keep text and booleans only, never files. */
type Values = Readonly<Record<string, unknown>>;

const isKeepable = (name: string, value: unknown): boolean =>
  !SECRET.test(name) && (typeof value === 'string' || typeof value === 'boolean');

function stored(key: string): Values | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Values) : null;
  } catch {
    return null;
  }
}

function store(key: string, value: Values): void {
  try {
    if (Object.keys(value).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the text lasts until the reader leaves the page.
  }
}

const keyOf = (form: string, owner: string): string => `${DRAFT_PREFIX}${form}:${owner}`;

/**
 * The fields that differ from the start. An old draft must not undo what another user has stored in the other fields.
 */
const changesOf = (fields: Values, initial: Values): Values =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== initial[name]));

const keptOf = (changes: Values): Values =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => isKeepable(name, value)));

export type Draft<Fields extends Values> = {
  readonly fields: Fields;
  readonly change: (changed: Partial<Fields>) => void;
  /** Resets the form and deletes its draft; for a form that was sent or canceled. */
  readonly clear: () => void;
  /** Starts over from other values and deletes the draft. */
  readonly restart: (initial: Fields) => void;
  /** Applies the typed changes on top of another start. Also sets `more`, even where the form has not changed. */
  readonly rebase: (initial: Fields, more?: Partial<Fields>) => void;
  /** The form has unsent changes. */
  readonly isChanged: boolean;
  /** The form opened with text from an earlier visit. */
  readonly wasKept: boolean;
};

/**
 * Stores what the reader types into a form until it is sent, so that the reader finds it again after any failure
 * (docs/threat-model.md#j1). The draft belongs to one account: `owner` is its id. While there are changes, closing the
 * tab asks first. Going to another page asks only if `isLostByLeaving`, as for a form that lies over the page.
 */
export function useDraft<Fields extends Values>(
  form: string,
  owner: string,
  start: Fields,
  { isLostByLeaving = false }: { isLostByLeaving?: boolean } = {},
): Draft<Fields> {
  const id = useId();
  const key = keyOf(form, owner);
  const [state, setState] = useState(() => {
    const kept = Object.entries(stored(key) ?? {}).filter(
      ([name, value]) => name in start && isKeepable(name, value) && typeof value === typeof start[name],
    );
    return { initial: start, fields: { ...start, ...Object.fromEntries(kept) }, wasKept: kept.length > 0 };
  });
  const begin = (initial: Fields): void => {
    store(key, {});
    noteUnsaved(id, null);
    setState({ initial, fields: initial, wasKept: false });
  };
  const note = (changes: Values, initial = state.initial): void =>
    noteUnsaved(id, Object.keys(changes).length === 0 ? null : { isLostByLeaving, discard: () => begin(initial) });
  const changes = changesOf(state.fields, state.initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept counts from the first moment, later changes as they are made
  useEffect(() => {
    note(changes);
    return () => noteUnsaved(id, null);
  }, [id]);
  const lastForm = useRef(form);
  const move = useEffectEvent((from: string) => {
    store(keyOf(from, owner), {});
    store(key, keptOf(changes));
  });
  // The server gave the new record an id of its own, so the form's name changed. Store the draft under the new name.
  useEffect(() => {
    if (lastForm.current !== form) move(lastForm.current);
    lastForm.current = form;
  }, [form]);
  return {
    fields: state.fields,
    wasKept: state.wasKept,
    isChanged: Object.keys(changes).length > 0,
    change: (changed) => {
      const fields = { ...state.fields, ...changed };
      const next = changesOf(fields, state.initial);
      store(key, keptOf(next));
      note(next);
      setState({ ...state, fields });
    },
    clear: () => begin(state.initial),
    restart: begin,
    rebase: (initial, more = {}) => {
      const fields = { ...initial, ...changes, ...more } as Fields;
      const next = changesOf(fields, initial);
      store(key, keptOf(next));
      note(next, initial);
      setState({ ...state, initial, fields });
    },
  };
}
