import { ActionIcon } from '@mantine/core';
import { IconHome, IconMinus, IconPlus, type TablerIcon } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './zoom-buttons.module.css';

export type ZoomButtonsProps = {
  className?: string | undefined;
  onZoom: (factor: number) => void;
  /** Whether the map can zoom in and out further. */
  canZoomIn?: boolean;
  canZoomOut?: boolean;
  onHome?: () => void;
  isHomeShown?: boolean;
  /** Whether the map shows its initial view. */
  isAtHome?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/**
 * Buttons to zoom in, zoom out and restore the initial view. While one of them has the focus, arrow keys move the map.
 */
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

/**
 * A zoom button. If it would change nothing, it is disabled with `aria-disabled`, so it keeps the focus and the arrow
 * keys still move the map.
 */
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
