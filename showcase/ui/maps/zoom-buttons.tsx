import { ActionIcon } from '@mantine/core';
import { IconHome, IconMinus, IconPlus, type TablerIcon } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './zoom-buttons.module.css';

export type ZoomButtonsProps = {
  className?: string | undefined;
  onZoom: (factor: number) => void;
  /** Whether anything nearer and farther is left. */
  canZoomIn?: boolean;
  canZoomOut?: boolean;
  onHome?: () => void;
  isHomeShown?: boolean;
  /** It shows what it began with. */
  isAtHome?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** Nearer, farther, and back to where the map began; arrow keys move the map while one of them has the focus. */
export function ZoomButtons(props: ZoomButtonsProps) {
  const { className = '', onZoom, canZoomIn = true, canZoomOut = true, onKeyDown } = props;
  const { onHome, isHomeShown = false, isAtHome = false } = props;
  return (
    <div className={`${classes.buttons} ${className}`}>
      <ZoomButton label="Zoom in" Icon={IconPlus} isAble={canZoomIn} onClick={() => onZoom(2)} onKeyDown={onKeyDown} />
      <ZoomButton
        label="Zoom out"
        Icon={IconMinus}
        isAble={canZoomOut}
        onClick={() => onZoom(0.5)}
        onKeyDown={onKeyDown}
      />
      {isHomeShown ? (
        <ZoomButton
          label="Back to the start"
          Icon={IconHome}
          isAble={!isAtHome}
          onClick={() => onHome?.()}
          onKeyDown={onKeyDown}
        />
      ) : null}
    </div>
  );
}

type ZoomButtonProps = {
  label: string;
  Icon: TablerIcon;
  isAble: boolean;
  onClick: () => void;
  onKeyDown: ((event: KeyboardEvent) => void) | undefined;
};

/** Dimmed where it would change nothing; it keeps the focus, so that the arrow keys go on moving the map. */
function ZoomButton({ label, Icon, isAble, onClick, onKeyDown }: ZoomButtonProps) {
  const arrows = onKeyDown ? { onKeyDown, 'aria-keyshortcuts': 'ArrowUp ArrowDown ArrowLeft ArrowRight' } : {};
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      {...(isAble ? { onClick } : { 'aria-disabled': true, 'data-disabled': true })}
      {...arrows}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
