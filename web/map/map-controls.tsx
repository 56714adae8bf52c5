import { ActionIcon } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import classes from './map-canvas.module.css';
import type { MapView } from './map-view.ts';

/** Zoom, and back to all outlets, over the map. */
export function MapControls({ view }: { view: MapView }) {
  return (
    <div className={classes.controls}>
      <ActionIcon variant="default" aria-label="Zoom in" onClick={() => view.zoomBy(1)}>
        <IconPlus size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Zoom out" onClick={() => view.zoomBy(-1)}>
        <IconMinus size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Show all outlets" onClick={() => view.showAll()}>
        <IconFocusCentered size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
