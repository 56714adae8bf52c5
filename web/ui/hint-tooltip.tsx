import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

/** The text beside a hint's mark; hidden from screen readers, to whom the mark itself says it. */
export function HintTooltip({
  text,
  mark,
  isOpen,
}: {
  text: string;
  mark: RefObject<HTMLElement | null>;
  isOpen: boolean;
}) {
  return <Tooltip label={text} target={mark} opened={isOpen} aria-hidden="true" />;
}
