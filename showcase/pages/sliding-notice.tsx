import { CloseButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './sliding-notice.module.css';

export type SlidingNoticeProps = {
  /** Called to move the focus, because the pressed button disappears with the notice. */
  onClosed: () => void;
  children: ReactNode;
};

/** A notice that slides in above the page and can be closed. */
export function SlidingNotice({ onClosed, children }: SlidingNoticeProps) {
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <div className={classes.notice} role="note">
      <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
      <p>{children}</p>
      <CloseButton
        size={36}
        iconSize={18}
        className={classes.close ?? ''}
        aria-label="Close the notice"
        onClick={() => {
          onClosed();
          setIsOpen(false);
        }}
      />
    </div>
  );
}
