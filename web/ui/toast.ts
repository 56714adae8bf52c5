import type { ReactNode } from 'react';

/** How long a toast stays (docs/specification.md#constants). */
const TOAST_MS = 5_000;

export type ToastPosition = `${'top' | 'bottom'}-${'left' | 'center' | 'right'}`;

export type Toast = {
  kind: 'success' | 'error' | 'info';
  /** A text, or a text with a button of its own. */
  message: ReactNode;
  title?: string;
  /** Where it appears; at the top right unless told. */
  position?: ToastPosition;
  /** A toast with the same key replaces the one that is shown. */
  key?: string;
};

const COLOURS = { success: 'green', error: 'red', info: 'brand' } as const;

let place: () => Promise<void> = () => Promise.resolve();
/** The application draws the place where toasts appear when the first one comes; `draw` fails if its code cannot be had. */
export const onFirstToast = (draw: () => Promise<void>): void => {
  place = draw;
};

async function prepare() {
  await place();
  return import('@mantine/notifications');
}

/** Fetches the code of toasts ahead: one that says that the server is away must not have to come from it. */
export async function fetchToastsAhead(): Promise<void> {
  await prepare().catch(() => undefined);
}

/** How soon a toast goes after pointer and keyboard have left. */
const LOOK_AGAIN_MS = 500;
const HELD = '[data-toast]:has(:focus-visible), [data-toast]:focus-visible';

/** Whether somebody is at a toast now. Asked of the browser: an element that goes away under the pointer tells of no leaving. */
const isSomeoneThere = (): boolean =>
  document.querySelector(HELD) !== null ||
  (window.matchMedia('(hover: hover)').matches && document.querySelector('[data-toast]:hover') !== null);

/** Timers of the toasts on screen. */
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

/** Says something at the top right for 5 s. Where the code of toasts cannot be had nothing is said, and nothing breaks. */
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
    // Its own clock stops for good when what was clicked in a toast is taken away; see isSomeoneThere.
    autoClose: false,
    onOpen: () => closeLater(id, hide, TOAST_MS),
    onClose: () => {
      clearTimeout(closing.get(id));
      closing.delete(id);
    },
    'data-toast': kind,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    role: kind === 'error' ? 'alert' : 'status',
    ...(title === undefined ? {} : { title }),
    ...(position === undefined ? {} : { position }),
  };
  // What takes the place of another one stays its whole time.
  if (closing.has(id)) closeLater(id, hide, TOAST_MS);
  notifications.update(shown);
  notifications.show(shown);
}
