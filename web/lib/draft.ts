import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { DRAFT_PREFIX } from './forget-drafts.ts';
import { noteUnsaved } from './unsaved.ts';

/** What is never written down, whichever form asks for it. */
const SECRET = /passw|passphrase|secret|token|recovery|^code$|otp/i;

/** What a form holds by the names of its fields. Only texts and yes or no are kept; a file is not. */
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
    // Without storage the text lasts until the page is left.
  }
}

const keyOf = (form: string, owner: string): string => `${DRAFT_PREFIX}${form}:${owner}`;

/** What differs from the start: what somebody else stores meanwhile in the other fields is not undone by an old draft. */
const changesOf = (fields: Values, initial: Values): Values =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== initial[name]));

const keptOf = (changes: Values): Values =>
  Object.fromEntries(Object.entries(changes).filter(([name, value]) => isKeepable(name, value)));

export type Draft<Fields extends Values> = {
  readonly fields: Fields;
  readonly change: (changed: Partial<Fields>) => void;
  /** Back to the start, with nothing kept; for a form that was sent or given up. */
  readonly clear: () => void;
  /** Begins anew from another start, with nothing kept. */
  readonly restart: (initial: Fields) => void;
  /** What was typed, over another start; with it `more` of what stands there, though it is as it was. */
  readonly rebase: (initial: Fields, more?: Partial<Fields>) => void;
  /** Something was typed that nobody has sent. */
  readonly isChanged: boolean;
  /** The form opened with text of an earlier visit. */
  readonly wasKept: boolean;
};

/**
 * What is typed into a form, kept until it is sent: whatever fails, and wherever that leads, the reader finds it again
 * (docs/threat-model.md#j1). Of one account only: `owner` is its id. While there is something, leaving asks first: closing the tab
 * always, another page where `isLostByLeaving`, as for a form that stands over the page.
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
  // What is written got a row of its own: it is found by the name of that.
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
