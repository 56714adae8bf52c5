import { useEffect, useState } from 'react';

const SAID_MS = 2_000;

/** Puts a text into the clipboard; false where the browser does not allow it, as without https. It can be marked and copied then. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** For a button that copies and says for a moment that it did. */
export function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: async () => setIsCopied(await copyText(text)) };
}
