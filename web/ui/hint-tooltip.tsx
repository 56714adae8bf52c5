import '@mantine/core/styles/Tooltip.layer.css';
import { type FloatingPosition, Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

/** A hint's tooltip. Hidden from screen readers, because the label of the hint's button contains the text. */
export function HintTooltip({
  text,
  mark,
  isOpen,
  position = 'top',
}: {
  text: string;
  mark: RefObject<HTMLElement | null>;
  isOpen: boolean;
  position?: FloatingPosition;
}) {
  return <Tooltip label={text} target={mark} opened={isOpen} position={position} aria-hidden="true" />;
}
