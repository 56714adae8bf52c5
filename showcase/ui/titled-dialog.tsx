import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { OverlayDialog } from '../../web/ui/overlay.tsx';
import classes from './titled-dialog.module.css';

export type TitledDialogProps = {
  title: string;
  /** Accessible name, if it is not the title. */
  label?: string;
  /** A line below the title; screen readers announce its changes. */
  note?: string;
  isOpen: boolean;
  onClose: () => void;
  /** Maximum width in pixels, or one of Mantine's sizes. */
  size: number | 'sm' | 'md' | 'lg';
  /** Removes the padding around the content. */
  isFlush?: boolean;
  /** A footer that stays visible while the content scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

/** A dialog with a close button and a title that stays visible. */
export function TitledDialog(props: TitledDialogProps) {
  const { title, label = title, note, isOpen, onClose, size, isFlush = false, foot, children } = props;
  return (
    <OverlayDialog name={label} isOpen={isOpen} onClose={onClose} size={size}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.title}>{title}</h2>
          {note === undefined ? null : (
            <p className={classes.note} role="status">
              {note}
            </p>
          )}
        </div>
        <CloseButton size={44} iconSize={20} aria-label={`Close: ${title}`} onClick={onClose} />
      </div>
      <div className={isFlush ? undefined : classes.body}>{children}</div>
      {foot === undefined ? null : <div className={classes.foot}>{foot}</div>}
    </OverlayDialog>
  );
}
