/** Texts of `cluster-button.ts`. */
export const clusterButtonStrings = {
  label: '{outlets}. {action}',
  labelWithStatuses: '{outlets}: {statuses}. {action}',
  statusCount: '{count} {status}',
  filterAndZoom: 'Filter and zoom in',
  zoomIn: 'Zoom in',
} as const;

/** Texts of `drawn-list.ts`. */
export const drawnListStrings = {
  label: 'Outlets on the map',
} as const;

/** Texts of `map-frame.tsx`. */
export const mapFrameStrings = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAllOutlets: 'Show all outlets',
} as const;

/** Texts of `map-view.ts`. */
export const mapViewStrings = {
  mapLabel: 'Map of outlets. Use arrow keys to move, and plus and minus to zoom.',
} as const;

/** Texts of `place-map.tsx`. */
export const placeMapStrings = {
  loadFailed: 'The map could not be loaded. Use the list instead.',
  unsupported: 'This browser can’t draw the map. Use the list instead.',
} as const;

/** Texts of `place-canvas.tsx`. */
export const placeCanvasStrings = {
  moveCircle: 'Move the circle: drag, or use the arrow keys',
  resizeCircle: 'Radius of the circle: drag, or use the arrow keys',
  radiusValue: '{km} km',
} as const;
