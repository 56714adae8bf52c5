import { ActionIcon } from '@mantine/core';
import { IconHome, IconMinus, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './zoom-buttons.module.css';

export type ZoomButtonsProps = {
  className?: string | undefined;
  onZoom: (factor: number) => void;
  onHome?: () => void;
  isHomeShown?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** Nearer, farther, and back to where the map began; arrow keys move the map while one of them has the focus. */
export function ZoomButtons({ className = '', onZoom, onHome, isHomeShown = false, onKeyDown }: ZoomButtonsProps) {
  const arrows = onKeyDown ? { 'aria-keyshortcuts': 'ArrowUp ArrowDown ArrowLeft ArrowRight' } : {};
  return (
    <div className={`${classes.buttons} ${className}`}>
      <ActionIcon variant="default" aria-label="Zoom in" onClick={() => onZoom(2)} onKeyDown={onKeyDown} {...arrows}>
        <IconPlus size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Zoom out" onClick={() => onZoom(0.5)} onKeyDown={onKeyDown} {...arrows}>
        <IconMinus size={16} aria-hidden="true" />
      </ActionIcon>
      {isHomeShown ? (
        <ActionIcon variant="default" aria-label="Back to the start" onClick={onHome} onKeyDown={onKeyDown} {...arrows}>
          <IconHome size={16} aria-hidden="true" />
        </ActionIcon>
      ) : null}
    </div>
  );
}
