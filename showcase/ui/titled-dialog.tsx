import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { OverlayDialog } from '../../web/ui/overlay.tsx';
import classes from './titled-dialog.module.css';

export type TitledDialogProps = {
  title: string;
  /** What it is called, where the title alone does not say it. */
  label?: string;
  /** A line below the title; its changes are read out. */
  note?: string;
  isOpen: boolean;
  onClose: () => void;
  /** How wide at most: in pixels, or one of the look's sizes. */
  size: number | 'sm' | 'md' | 'lg';
  /** Without a space around what it holds. */
  isFlush?: boolean;
  /** What stays in sight below it while it scrolls. */
  foot?: ReactNode;
  children: ReactNode;
};

/** Something over the page to look at, under a title that stays in sight, with a button that closes it. */
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
