import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOverlay } from './use-overlay.ts';

type OverlayProps = {
  /** Name for screen readers. */
  name: string;
  isOpen: boolean;
  /** Called by Escape and a click outside. */
  onClose: () => void;
  /** Width in pixels, or one of Mantine's sizes. */
  size: number | string;
  /** Ignores Escape and clicks outside. */
  isFirm?: boolean;
  className?: string | undefined;
  /** Called after it has moved out. */
  onGone?: (() => void) | undefined;
  children: ReactNode;
};

type DialogProps = OverlayProps & {
  /** Positions the dialog near the top of the page instead of the middle. */
  yOffset?: string;
  /** Shows it above other dialogs. */
  isOnTop?: boolean;
};

const FADE = { duration: 150, transition: 'fade' } as const;
const nothing = (): void => {};

/**
 * A dialog over the page. `useOverlay` handles Escape and the focus. Mantine's own handling loses the opener of a
 * dialog that is open on its first render. That applies to every dialog whose code is loaded on demand.
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

type DrawerProps = OverlayProps & { side: 'left' | 'right' };

/** The same as a drawer that slides in from a side. */
export function OverlayDrawer({ name, isOpen, onClose, onGone = nothing, size, side, children }: DrawerProps) {
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
