/** Whether this browser can draw the map. */
export function canDrawMap(): boolean {
  try {
    return document.createElement('canvas').getContext('2d') !== null;
  } catch {
    return false;
  }
}
