import type { FloatingPosition } from '@mantine/core';
import type { WidgetState } from './use-widget.ts';

export type WidgetControlOptions = {
  /** A text replaces the close icon. */
  close?: boolean | string;
  collapse?: boolean;
  /** A text replaces the icon. */
  reload?: boolean | string;
  /** Number of new items, beside "Reload" in the gear menu. */
  reloadBadge?: number;
  fullscreen?: boolean;
  /** The gear with the panel's settings; `inverse` is light on gray. */
  settings?: boolean | 'inverse';
  /** `custom` is a second set of icons, `menu` a single gear menu with all controls. */
  controls?: 'buttons' | 'custom' | 'menu';
  /** Shows control labels as tooltips, optionally at a position. */
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

/** The gear of all controls gets the focus when a panel becomes fullscreen, and gets it back afterwards. */
export const gearMarks = ({ state: { isFullscreen } }: WidgetControlsProps) => ({
  'data-fullscreen': true,
  ...(isFullscreen ? { 'data-autofocus': true } : {}),
});
