import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { AlertMessage } from './alert-message.tsx';
import classes from './confirm-dialog.module.css';

export type ConfirmDialogProps = {
  title: string;
  isOpen: boolean;
  /** What the button does, as a verb: 'Delete'. */
  confirmLabel: string;
  /** The act takes something away. */
  isDangerous?: boolean;
  isBusy?: boolean;
  error?: string | null;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
};

/** A small dialog before an act that is not easily undone: Cancel or do it. */
export function ConfirmDialog({ title, isOpen, confirmLabel, isDangerous = false, ...rest }: ConfirmDialogProps) {
  const { isBusy = false, error = null, onConfirm, onClose, children } = rest;
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={440} centered>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={title}>
        <div className={classes.body}>
          <h2 className={classes.title}>{title}</h2>
          <div className={classes.text}>{children}</div>
          <AlertMessage text={error} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button color={isDangerous ? 'red' : 'brand'} onClick={onConfirm} loading={isBusy}>
              {confirmLabel}
            </Button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
