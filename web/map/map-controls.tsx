import { ActionIcon } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import classes from './map-canvas.module.css';

/** Buttons over the map: zoom, and show all outlets. */
export function MapControls({ onZoom, onShowAll }: { onZoom: (steps: number) => void; onShowAll: () => void }) {
  return (
    <div className={classes.controls}>
      <ActionIcon variant="default" aria-label="Zoom in" onClick={() => onZoom(1)}>
        <IconPlus size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Zoom out" onClick={() => onZoom(-1)}>
        <IconMinus size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Show all outlets" onClick={onShowAll}>
        <IconFocusCentered size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
