import '@mantine/core/styles/Tooltip.layer.css';
import { type FloatingPosition, Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

/** The text beside a hint's mark; hidden from screen readers, to whom the mark itself says it. */
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
