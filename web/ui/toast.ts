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

let started: () => void = () => {};
/** The application mounts the place where toasts appear when the first one comes. */
export const onFirstToast = (start: () => void): void => {
  started = start;
};

/** Says something at the top right for 5 s. The code of toasts is loaded with the first one. */
export async function showToast({ kind, message, title, position, key }: Toast): Promise<void> {
  started();
  const { notifications } = await import('@mantine/notifications');
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
