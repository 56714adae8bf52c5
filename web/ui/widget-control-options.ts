import type { FloatingPosition } from '@mantine/core';
import type { WidgetState } from './use-widget.ts';

export type WidgetControlOptions = {
  /** A text stands in the place of the cross. */
  close?: boolean | string;
  collapse?: boolean;
  /** A text stands in the place of the icon. */
  reload?: boolean | string;
  /** Beside "Reload" in the gear menu: how much is new. */
  reloadBadge?: number;
  fullscreen?: boolean;
  /** The gear with settings of the panel; `inverse` is light on grey. */
  settings?: boolean | 'inverse';
  /** `custom` is a second style of icons, `menu` one gear with everything in it. */
  controls?: 'buttons' | 'custom' | 'menu';
  /** Says in words what a control does; where the words stand. */
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

/** The one gear of all controls is where the focus of a panel that fills the screen begins, and comes back to. */
export const gearMarks = ({ state: { isFullscreen } }: WidgetControlsProps) => ({
  'data-fullscreen': true,
  ...(isFullscreen ? { 'data-autofocus': true } : {}),
});
