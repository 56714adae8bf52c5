import type { ReactNode } from 'react';

/** How long a toast stays (specification section 9). */
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

/** Says something at the top right for 5 s. Where the code of toasts cannot be had nothing is said, and nothing breaks. */
export async function showToast({ kind, message, title, key, position }: Toast): Promise<void> {
  const code = await prepare().catch(() => null);
  if (code === null) return;
  const { notifications } = code;
  const shown = {
    message,
    color: COLOURS[kind],
    autoClose: TOAST_MS,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close' },
    role: kind === 'error' ? 'alert' : 'status',
    ...(title === undefined ? {} : { title }),
    ...(position === undefined ? {} : { position }),
    ...(key === undefined ? {} : { id: key }),
  };
  if (key !== undefined) notifications.update({ ...shown, id: key });
  notifications.show(shown);
}
