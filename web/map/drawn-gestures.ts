import type { Pixel } from './map-camera.ts';

/** The actions that gestures and keys trigger on the drawn map. */
export type Gestures = {
  /** Called when the user starts to use the map. */
  reach(): void;
  hold(isHeld: boolean): void;
  panBy(by: Pixel): void;
  zoomAt(steps: number, pixel: Pixel | null): void;
  click(pixel: Pixel): void;
  hover(pixel: Pixel | null): void;
};

const DRAG_PX = 3;
const KEY_PX = 100;
/** Wheel pixels per zoom step. A pinch on a touchpad sends much smaller values. */
const WHEEL_PX = 450;
const PINCH_PX = 100;

const KEYS: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [KEY_PX, 0],
  ArrowRight: [-KEY_PX, 0],
  ArrowUp: [0, KEY_PX],
  ArrowDown: [0, -KEY_PX],
};
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

/**
 * Handles the gestures that the engine also supports: drag, wheel with Ctrl or Command, two fingers, keys. Never blocks
 * page scrolling. Stops when the signal aborts.
 */
export function listenToGestures(root: HTMLElement, canvas: HTMLElement, to: Gestures, signal: AbortSignal): void {
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixel => {
    const { left, top } = root.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  listenToMouse(root, canvas, to, at, signal);
  listenToFingers(root, to, at, signal);
  root.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      to.reach();
      const isPinch = Math.abs(event.deltaY) < 40 && event.deltaMode === WheelEvent.DOM_DELTA_PIXEL;
      to.zoomAt(-event.deltaY / (isPinch ? PINCH_PX : WHEEL_PX), at(event));
    },
    { passive: false, signal },
  );
  canvas.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const [pan, steps] = [KEYS[key], ZOOM_KEYS[key]];
      if (ctrlKey || metaKey || altKey || (pan === undefined && steps === undefined)) return;
      event.preventDefault();
      to.reach();
      if (pan) to.panBy(pan);
      if (steps) to.zoomAt(steps, null);
    },
    { signal },
  );
}

type At = (event: { clientX: number; clientY: number }) => Pixel;

function listenToMouse(root: HTMLElement, canvas: HTMLElement, to: Gestures, at: At, signal: AbortSignal): void {
  let from: Pixel | null = null;
  let isDragged = false;
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      isDragged = false;
      if (event.pointerType === 'touch' || event.button !== 0) return;
      from = at(event);
      to.hold(true);
      to.reach();
    },
    { signal },
  );
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType === 'touch') return;
      const now = at(event);
      if (from === null) return to.hover(event.target === canvas ? now : null);
      const by: Pixel = [now[0] - from[0], now[1] - from[1]];
      if (!isDragged && Math.hypot(...by) < DRAG_PX) return;
      isDragged = true;
      from = now;
      to.panBy(by);
    },
    { signal },
  );
  const release = () => {
    if (from === null) return;
    from = null;
    to.hold(false);
  };
  for (const end of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(end, release, { signal });
  root.addEventListener('pointerleave', () => to.hover(null), { signal });
  canvas.addEventListener('click', (event) => isDragged || to.click(at(event)), { signal });
  canvas.addEventListener('dblclick', (event) => to.zoomAt(1, at(event)), { signal });
}

/** Lets two fingers move the map. One finger scrolls the page, as the style sheet allows. */
function listenToFingers(root: HTMLElement, to: Gestures, at: At, signal: AbortSignal): void {
  let last: { readonly middle: Pixel; readonly apart: number } | null = null;
  const spanOf = ({ touches: [one, other] }: TouchEvent): NonNullable<typeof last> | null => {
    if (!one || !other) return null;
    const [a, b] = [at(one), at(other)];
    return { middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], apart: Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1])) };
  };
  root.addEventListener(
    'touchstart',
    (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      last = spanOf(event);
      to.hold(true);
      to.reach();
    },
    { passive: false, signal },
  );
  root.addEventListener(
    'touchmove',
    (event) => {
      const now = last === null ? null : spanOf(event);
      if (last === null || now === null) return;
      event.preventDefault();
      to.panBy([now.middle[0] - last.middle[0], now.middle[1] - last.middle[1]]);
      to.zoomAt(Math.log2(now.apart / last.apart), now.middle);
      last = now;
    },
    { passive: false, signal },
  );
  const release = (event: TouchEvent) => {
    if (last === null || event.touches.length > 1) return;
    last = null;
    to.hold(false);
  };
  root.addEventListener('touchend', release, { signal });
  root.addEventListener('touchcancel', release, { signal });
}
