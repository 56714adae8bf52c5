import type { Pixel, Size } from './map-camera.ts';

/** Positions a tooltip above a pixel, or below it if there is no room above. Keeps it within the map horizontally. */
export function placeTooltip(box: HTMLElement, [x, y]: Pixel, { width }: Size, gap: number): void {
  const { offsetWidth, offsetHeight } = box;
  const left = Math.max(4, Math.min(width - offsetWidth - 4, x - offsetWidth / 2));
  const above = y - gap - offsetHeight;
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(above < 0 ? y + gap : above)}px)`;
}

/** Positions a popup above a pixel, also while its content grows. */
export function placePopup(box: HTMLElement, [x, y]: Pixel, gap: number): void {
  box.style.transform = `translate(${Math.round(x)}px, ${Math.round(y - gap)}px) translate(-50%, -100%)`;
}
