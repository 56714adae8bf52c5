/** Texts of `cluster-button.ts`. */
export const clusterButtonStrings = {
  filterByThemAndZoom: 'Filter by them and zoom in',
  zoomIn: 'Zoom in',
} as const;

/** Texts of `drawn-base.ts`. */
export const drawnBaseStrings = {
  pxInterVariableSystemUi: "{px}px 'Inter Variable', system-ui, sans-serif",
} as const;

/** Texts of `map-frame.tsx`. */
export const mapFrameStrings = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  showAllOutlets: 'Show all outlets',
} as const;

/** Texts of `map-style.ts`. */
export const mapStyleStrings = {
  interVariable: 'Inter Variable',
} as const;

/** Texts of `map-view.ts`. */
export const mapViewStrings = {
  mapOfOutletsArrowKeys: 'Map of outlets. Arrow keys move it, plus and minus zoom.',
} as const;

/** Texts of `place-map.tsx`. */
export const placeMapStrings = {
  theMapCouldNotBe: 'The map could not be loaded. ',
  thisBrowserCannotDrawThe: 'This browser cannot draw the map. ',
  thePlacesAreListed: 'The places are listed.',
} as const;
