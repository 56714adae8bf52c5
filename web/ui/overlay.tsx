import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOverlay } from './use-overlay.ts';

type OverlayProps = {
  /** What it is called for screen readers. */
  name: string;
  isOpen: boolean;
  /** Asked for by Escape and a click beside it. */
  onClose: () => void;
  /** Width: in pixels, or one of the look's sizes. */
  size: number | string;
  /** Neither Escape nor a click beside it closes it. */
  isFirm?: boolean;
  className?: string | undefined;
  /** Is gone, after it has moved out. */
  onGone?: (() => void) | undefined;
  children: ReactNode;
};

type DialogProps = OverlayProps & {
  /** Stands at the top of the page instead of its middle. */
  yOffset?: string;
  /** Above other dialogs. */
  isOnTop?: boolean;
};

const FADE = { duration: 150, transition: 'fade' } as const;
const nothing = (): void => {};

/**
 * A dialog over the page. Escape, focus and its return are `useOverlay`'s: the library's own forget what opened a dialog
 * that is open from its first moment, which is each one whose code is loaded when it is needed.
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

/** The same, sliding in from a side. */
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
