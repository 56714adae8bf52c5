import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect } from 'react';
import { type FocusOrigin, originOfFocus, returnFocus } from './focus-return.ts';

type OverlayProps = {
  /** Accessible name, for screen readers. */
  name: string;
  isOpen: boolean;
  /** Called on Escape and on a click outside. */
  onClose: () => void;
  /** Width in pixels, or one of Mantine's sizes. */
  size: number | string;
  /** Ignores Escape and clicks outside. */
  isFirm?: boolean;
  className?: string | undefined;
  /** Called after the exit animation. */
  onGone?: (() => void) | undefined;
  children: ReactNode;
};

type DialogProps = OverlayProps & {
  /** Distance from the top of the page. Centered by default. */
  yOffset?: string;
  /** Shows this dialog above other dialogs. */
  isOnTop?: boolean;
};

const FADE = { duration: 150, transition: 'fade' } as const;
const nothing = (): void => {};

/**
 * A dialog over the page. `useOverlay` handles Escape and the focus. Mantine's own focus handling does not remember the
 * opener of a dialog that is already open on its first render. Dialogs with lazily loaded code are always open then.
 */
export function OverlayDialog({
  name,
  isOpen,
  onClose,
  size,
  isFirm = false,
  className,
  children,
  ...rest
}: DialogProps) {
  const { yOffset, isOnTop = false, onGone = nothing } = rest;
  const marked = useOverlay(isOpen, isFirm ? nothing : onClose);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={isFirm ? nothing : onClose}
      onExitTransitionEnd={onGone}
      closeOnEscape={false}
      returnFocus={false}
      size={size}
      transitionProps={FADE}
      {...(yOffset === undefined ? { centered: true } : { yOffset })}
      {...(isOnTop ? { zIndex: 'calc(var(--mantine-z-index-modal) + 10)' } : {})}
    >
      <Modal.Overlay backgroundOpacity={isFirm ? 0.5 : 0.35} />
      <Modal.Content aria-label={name} {...marked} {...(className === undefined ? {} : { className })}>
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

export type OverlayDrawerProps = OverlayProps & { side: 'left' | 'right' | 'bottom' };

/** A drawer that slides in from one side, with the same Escape and focus handling as `OverlayDialog`. */
export function OverlayDrawer({ name, isOpen, onClose, onGone = nothing, size, side, children }: OverlayDrawerProps) {
  const marked = useOverlay(isOpen, onClose);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      closeOnEscape={false}
      returnFocus={false}
      position={side}
      size={size}
      transitionProps={{ duration: 200 }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={name} {...marked}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}

type Overlay = { readonly id: string; readonly close: () => void; readonly origin: FocusOrigin };

/** The open overlays; the topmost is last. */
const open: Overlay[] = [];
/** Overlays that are closing in the current tick. Another overlay may open in their place. */
const leaving: Overlay[] = [];

/**
 * Closes the topmost overlay on Escape, unless an element inside it handles Escape itself (such as an open dropdown).
 */
function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  open.at(-1)?.close();
}

/**
 * Returns the origin of the overlay that contains the element. A button that is sending loses the focus to the body. An
 * overlay that opens then belongs to the topmost overlay.
 */
const originAround = (element: Element): FocusOrigin | null => {
  const id = element.closest('[data-overlay]')?.getAttribute('data-overlay');
  const all = [...leaving, ...open];
  const around = element === document.body ? all.at(-1) : all.find((overlay) => overlay.id === id);
  return around?.origin ?? null;
};

/**
 * Provides the common behavior of overlays: Escape closes the topmost overlay. After closing, the focus returns to the
 * element that had it, or to a neighbor if that element is gone (WCAG 2.4.3). Returns attributes for the content.
 */
function useOverlay(isOpen: boolean, onClose: () => void): { readonly 'data-overlay': string } {
  const id = useId();
  const close = useEffectEvent(onClose);
  // Runs before the focus moves into the overlay, even if the overlay is open on its first render because its code has
  // just loaded.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const origin = originOfFocus(originAround);
    const overlay = { id, close: () => close(), origin };
    open.push(overlay);
    if (open.length === 1) window.addEventListener('keydown', onKey, true);
    return () => {
      open.splice(open.indexOf(overlay), 1);
      leaving.push(overlay);
      setTimeout(() => leaving.splice(leaving.indexOf(overlay), 1));
      if (open.length === 0) window.removeEventListener('keydown', onKey, true);
    };
  }, [isOpen, id]);
  useEffect(() => {
    if (!isOpen) return;
    const origin = open.find((overlay) => overlay.id === id)?.origin;
    return () => {
      if (origin !== undefined) setTimeout(() => returnFocus(origin, { closed: id, topmost: open.at(-1)?.id }));
    };
  }, [isOpen, id]);
  return { 'data-overlay': id };
}
