import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AlertMessage } from './alert-message.tsx';
import classes from './confirm-dialog.module.css';
import { OverlayDialog } from './overlay.tsx';
import { confirmDialogStrings as strings } from './ui-strings.ts';

export type ConfirmDialogProps = {
  title: string;
  isOpen: boolean;
  /** The button's action, as a verb: 'Delete'. */
  confirmLabel: string;
  /** Label of the other button; default Cancel. */
  cancelLabel?: string;
  /** Whether the action removes something. */
  isDangerous?: boolean;
  isBusy?: boolean;
  error?: string | null;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
};

/** A small confirmation dialog for actions that are hard to undo, with Cancel and a confirm button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, isBusy = false, onConfirm, onClose } = props;
  const [last, setLast] = useState(props);
  if (isOpen && last !== props) setLast(props);
  // Keeps showing the last question during the fade-out, because the action may already have changed the props.
  const {
    title,
    confirmLabel,
    cancelLabel = strings.cancel,
    isDangerous = false,
    error = null,
    children,
  } = isOpen ? props : last;
  return (
    <OverlayDialog name={title} isOpen={isOpen} onClose={onClose} size={440}>
      <div className={classes.body}>
        <h2 className={classes.title}>{title}</h2>
        <div className={classes.text}>{children}</div>
        <AlertMessage text={error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancelLabel}
          </Button>
          <Button color={isDangerous ? 'red' : 'brand'} onClick={() => isOpen && onConfirm()} loading={isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </OverlayDialog>
  );
}
