import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { DRAFT_PREFIX } from './forget-drafts.ts';
import { noteUnsaved } from './unsaved.ts';

/** Matches the names of fields whose values are never stored, regardless of the form. */
const SECRET = /passw|passphrase|secret|token|recovery|^code$|otp/i;

/** A form's values by field name. Drafts store only text and booleans, never files. */
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
    // Without storage, the text lasts until the user leaves the page.
  }
}

const keyOf = (form: string, owner: string): string => `${DRAFT_PREFIX}${form}:${owner}`;

/**
 * Returns the fields that differ from `initial`. An old draft must not undo what another user has stored in other
 * fields.
 */
const changesOf = (fields: Values, initial: Values): Values =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== initial[name]));

const keptOf = (changes: Values): Values =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => isKeepable(name, value)));

export type Draft<Fields extends Values> = {
  readonly fields: Fields;
  readonly change: (changed: Partial<Fields>) => void;
  /** Resets the form and deletes its draft, after the form was sent or canceled. */
  readonly clear: () => void;
  /** Starts over with new initial values and deletes the draft. */
  readonly restart: (initial: Fields) => void;
  /**
   * Applies the typed changes to new initial values. Also sets the fields in `more`, even those that the user has not
   * changed.
   */
  readonly rebase: (initial: Fields, more?: Partial<Fields>) => void;
  /** Whether the form has unsent changes. */
  readonly isChanged: boolean;
  /** Whether the form opened with text from an earlier visit. */
  readonly wasKept: boolean;
};

/**
 * Stores what the user types into a form until it is sent, and restores it after any failure (docs/threat-model.md#j1).
 * The draft belongs to one account, whose id is `owner`. While there are changes, the browser asks before it closes the
 * tab. Navigation to another page asks only if `isLostByLeaving`, as for a form in an overlay.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: restored text counts immediately, later changes when made
  useEffect(() => {
    note(changes);
    return () => noteUnsaved(id, null);
  }, [id]);
  const lastForm = useRef(form);
  const move = useEffectEvent((from: string) => {
    store(keyOf(from, owner), {});
    store(key, keptOf(changes));
  });
  // The server assigned an id to the new record, so the form's name changed. Store the draft under the new name.
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
