/** Whether this browser can draw the map at all. */
export function canDrawMap(): boolean {
  try {
    return document.createElement('canvas').getContext('2d') !== null;
  } catch {
    return false;
  }
}
