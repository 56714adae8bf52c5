import { useState } from 'react';

/** Drafts live with the tab: they survive a reload, an ended session and the way to /500, and go when the tab is closed. */
const PREFIX = 'draft:';

function stored(key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function store(key: string, value: Readonly<Record<string, string>> | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the text lasts until the page is left.
  }
}

/** Throws away what was typed; for signing out. */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept where storage is closed.
  }
}

export type Draft<Fields extends Readonly<Record<string, string>>> = {
  readonly fields: Fields;
  readonly change: (changed: Partial<Fields>) => void;
  /** Back to the initial texts, with nothing kept; for a form that was sent. */
  readonly clear: () => void;
  /** The form opened with text of an earlier visit. */
  readonly wasKept: boolean;
};

/**
 * The texts of a form, kept until they are sent: whatever fails, and wherever that leads, the reader finds them again
 * (security J1). Of one account only: `owner` is its id.
 */
export function useDraft<Fields extends Readonly<Record<string, string>>>(
  form: string,
  owner: string,
  initial: Fields,
): Draft<Fields> {
  const key = `${PREFIX}${form}:${owner}`;
  const [state, setState] = useState(() => {
    const kept = stored(key);
    const texts = Object.entries(kept ?? {}).filter(([name, text]) => name in initial && typeof text === 'string');
    return { fields: { ...initial, ...Object.fromEntries(texts) }, wasKept: kept !== null };
  });
  return {
    ...state,
    change: (changed) => {
      const fields = { ...state.fields, ...changed };
      store(key, fields);
      setState({ ...state, fields });
    },
    clear: () => {
      store(key, null);
      setState({ fields: initial, wasKept: false });
    },
  };
}
