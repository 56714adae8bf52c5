import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './shop-dialog.module.css';

export type ShopDialogProps = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode };

/** Something to read over the page. */
export function ShopDialog({ title, isOpen, onClose, children }: ShopDialogProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={520} centered>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={title}>
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          <CloseButton size={44} iconSize={20} aria-label={`Close: ${title}`} onClick={onClose} />
        </div>
        <div className={classes.body}>{children}</div>
      </Modal.Content>
    </Modal.Root>
  );
}
