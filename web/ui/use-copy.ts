import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { showToast } from './toast.ts';
import { useCopyStrings as strings } from './ui-strings.ts';

const SAID_MS = 2_000;

/** Copies text to the clipboard. Shows a toast and resolves to false if the browser does not allow it. */
export async function copyOrSay(text: string): Promise<boolean> {
  const isDone = await copyText(text);
  if (!isDone) {
    const message = strings.blocked;
    void showToast({ kind: 'error', key: 'copy', message });
  }
  return isDone;
}

/** Returns the state of a copy button that briefly confirms each copy. */
export function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: async () => setIsCopied(await copyOrSay(text)) };
}
