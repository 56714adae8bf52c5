import type { FloatingPosition } from '@mantine/core';
import type { WidgetState } from './use-widget.ts';

export type WidgetControlOptions = {
  /** A string replaces the close icon with text. */
  close?: boolean | string;
  collapse?: boolean;
  /** A string replaces the icon with text. */
  reload?: boolean | string;
  /** Number of new items, shown beside "Reload" in the gear menu. */
  reloadBadge?: number;
  fullscreen?: boolean;
  /** A gear button with the panel's settings; `inverse` is light on gray. */
  settings?: boolean | 'inverse';
  /** `custom` is a second icon set; `menu` is a single gear menu with all controls. */
  controls?: 'buttons' | 'custom' | 'menu';
  /** Shows tooltips with the control labels, optionally at the given position. */
  tooltips?: boolean | FloatingPosition;
};

export type WidgetControlsProps = {
  options: WidgetControlOptions;
  state: WidgetState;
  bodyId: string;
  isCompact: boolean;
  onCompact: (isCompact: boolean) => void;
  onClose: () => void;
};

/**
 * Returns attributes for the gear with all controls. The gear gets the focus when a panel becomes fullscreen, and again
 * when the panel returns to normal size.
 */
export const gearMarks = ({ state: { isFullscreen } }: WidgetControlsProps) => ({
  'data-fullscreen': true,
  ...(isFullscreen ? { 'data-autofocus': true } : {}),
});
