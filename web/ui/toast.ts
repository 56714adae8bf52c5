import type { ReactNode } from 'react';
import { toastStrings as strings } from './ui-strings.ts';

/** A toast's duration in milliseconds (docs/specification.md#constants). */
const TOAST_MS = 5_000;

export type ToastPosition = `${'top' | 'bottom'}-${'left' | 'center' | 'right'}`;

export type Toast = {
  kind: 'success' | 'error' | 'info';
  /** A text, optionally with a button. */
  message: ReactNode;
  title?: string;
  /** Position on the screen; default: top right. */
  position?: ToastPosition;
  /** A toast with the same key replaces the one on screen. */
  key?: string;
};

const COLOURS = { success: 'green', error: 'red', info: 'brand' } as const;

let place: () => Promise<void> = () => Promise.resolve();
/**
 * Registers the function that mounts the toast container for the first toast. `draw` rejects if its code can't be
 * loaded.
 */
export const onFirstToast = (draw: () => Promise<void>): void => {
  place = draw;
};

async function prepare() {
  await place();
  return import('@mantine/notifications');
}

/**
 * Prefetches the toast code, because the code of a toast about an unreachable server could not be loaded from that
 * server.
 */
export async function fetchToastsAhead(): Promise<void> {
  await prepare().catch(() => undefined);
}

/** Delay in milliseconds before a toast closes once pointer and focus have left it. */
const LOOK_AGAIN_MS = 500;
const HELD = '[data-toast]:has(:focus-visible), [data-toast]:focus-visible';

/**
 * Whether the user points at a toast or has the focus in it. Reads the browser's state, because an element that is
 * removed under the pointer sends no leave event.
 */
const isSomeoneThere = (): boolean =>
  document.querySelector(HELD) !== null ||
  (window.matchMedia('(hover: hover)').matches && document.querySelector('[data-toast]:hover') !== null);

/** Timers that close the toasts on screen. */
const closing = new Map<string, ReturnType<typeof setTimeout>>();

function closeLater(id: string, hide: (id: string) => unknown, afterMs: number): void {
  clearTimeout(closing.get(id));
  const look = (): void => closeLater(id, hide, LOOK_AGAIN_MS);
  closing.set(
    id,
    setTimeout(() => (isSomeoneThere() ? look() : hide(id)), afterMs),
  );
}

let shownToasts = 0;

/** Shows a toast for 5 s. Does nothing, and does not reject, if the toast code can't be loaded. */
export async function showToast({ kind, message, title, key, position }: Toast): Promise<void> {
  const code = await prepare().catch(() => null);
  if (code === null) return;
  const { notifications } = code;
  shownToasts += 1;
  const id = key ?? `toast-${shownToasts}`;
  const { hide } = notifications;
  const shown = {
    id,
    message,
    color: COLOURS[kind],
    // Mantine's own timer stops permanently when an element clicked inside the toast is removed; see isSomeoneThere.
    autoClose: false,
    onOpen: () => closeLater(id, hide, TOAST_MS),
    onClose: () => {
      clearTimeout(closing.get(id));
      closing.delete(id);
    },
    'data-toast': kind,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': strings.close },
    role: kind === 'error' ? 'alert' : 'status',
    ...(title === undefined ? {} : { title }),
    ...(position === undefined ? {} : { position }),
  };
  // A toast that replaces another stays for the full duration.
  if (closing.has(id)) closeLater(id, hide, TOAST_MS);
  notifications.update(shown);
  notifications.show(shown);
}
