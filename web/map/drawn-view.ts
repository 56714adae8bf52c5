import { clusterAct, clusterButton, keepFocus } from './cluster-button.ts';
import { createBasePainter, paintOutline } from './drawn-base.ts';
import { listenToGestures } from './drawn-gestures.ts';
import { createMarkList } from './drawn-list.ts';
import { type Marks, marksOf } from './drawn-marks.ts';
import type { BaseMap } from './load-base-map.ts';
import {
  boxOnScreen,
  broughtTo,
  type Camera,
  cameraFor,
  heldWithin,
  type Pixel,
  pannedBy,
  pixelOf,
  placeAt,
  type Size,
  zoomedAt,
} from './map-camera.ts';
import { boxOfOutline, type MapOutline, outlineEdge } from './map-circle.ts';
import { boxAround, HOME_BOX, type MapPoint } from './map-points.ts';
import {
  BELOW_MARKER_PX,
  boxOfAll,
  CLOSEST_FIT,
  type Cluster,
  FINGER_PX,
  FIT_ROOM,
  type GivenClusters,
  MAP_TITLE,
  type MapView,
  type MapViewOptions,
} from './map-view.ts';
import { DRAWN, paintMarker } from './marker-images.ts';
import { tooltipLines } from './outlet-tooltip.ts';

export type DrawnOptions = Omit<MapViewOptions, 'classes'> & {
  readonly base: BaseMap;
  readonly classes: Readonly<Record<'cluster' | 'tooltip' | 'popup' | 'marks', string>>;
  /** Called when the user starts to use the map, so that the engine can load. */
  readonly onReach: () => void;
};

export type DrawnView = MapView & {
  /** Calls `callback` as soon as the map is not being dragged. */
  whenFree(callback: () => void): void;
};

const HOME_ROOM = { top: 16, right: 16, bottom: 16, left: 16 };
const HOVER_PX = DRAWN / 2 + 2;
const nearest = { room: FIT_ROOM, nearest: CLOSEST_FIT };

/** Draws a ring around the marker whose tooltip is open. */
function ringAround(context: CanvasRenderingContext2D, [x, y]: Pixel, colour: string): void {
  context.beginPath();
  context.arc(x, y, DRAWN / 2 + 4, 0, 2 * Math.PI);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke();
}

/**
 * Creates a map view without the engine, drawn on a canvas. This view is as accurate as the engine's and can be moved,
 * but less smoothly.
 */
export function createDrawnView(options: DrawnOptions): DrawnView {
  const { container, classes, isStatusTold, onChoose, onCluster, onPlace, onMoved, onReach } = options;
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'region');
  canvas.setAttribute('aria-label', MAP_TITLE);
  const context = canvas.getContext('2d');
  const paintBase = createBasePainter(options.base);
  const listening = new AbortController();
  let colours = options.colours;
  let points: readonly MapPoint[] = [];
  let given: GivenClusters | null = null;
  let marksAt = marksOf(points, given);
  let marks: Marks = { clusters: [], singles: [] };
  let edge: readonly Pixel[] | null = null;
  let outline: MapOutline | null = null;
  let wasPlaced = false;
  let isFilled = false;
  let isHeld = false;
  const waiting: (() => void)[] = [];
  let frame = 0;
  let popup: { readonly point: MapPoint; readonly box: HTMLElement } | null = null;
  let told: { readonly point: MapPoint; readonly box: HTMLElement } | null = null;
  const buttons = new Map<string, HTMLButtonElement>();
  let areColoursNew = false;

  const size = (): Size => ({ width: container.clientWidth, height: container.clientHeight });
  let camera: Camera = cameraFor(HOME_BOX, size(), { room: HOME_ROOM, nearest: CLOSEST_FIT });
  const pixel = (place: { lng: number; lat: number }): Pixel => pixelOf(camera, size(), place);
  const markerAt = (point: MapPoint): Pixel => {
    const [x, y] = pixel(point);
    return [x + point.offset[0], y + point.offset[1]];
  };

  const list = createMarkList(classes.marks, {
    isStatusTold,
    onChoose: (eui) => onChoose(eui),
    onActive: (point) => tell(point),
  });
  container.append(canvas, list.element);

  function tell(point: MapPoint | null): void {
    if (told?.point === point) return;
    told?.box.remove();
    told = null;
    ask();
    canvas.style.cursor = point ? 'pointer' : '';
    if (!point) return;
    const box = document.createElement('div');
    box.className = classes.tooltip;
    box.append(tooltipLines(point, isStatusTold));
    container.append(box);
    told = { point, box };
    placeTooltip(box, markerAt(point), size(), DRAWN);
  }

  function nearestTo([x, y]: Pixel, within: number): MapPoint | null {
    let best: MapPoint | null = null;
    let least = within;
    for (const point of marks.singles) {
      const [left, top] = markerAt(point);
      const apart = Math.hypot(left - x, top - y);
      if (apart > least) continue;
      [best, least] = [point, apart];
    }
    return best;
  }

  function openCluster({ lng, lat, opensAt, area }: Cluster): void {
    onReach();
    if (area) onCluster?.(area);
    move(heldWithin({ lng, lat, zoom: Math.max(opensAt(), camera.zoom + 1) }, size()));
    canvas.focus({ preventScroll: true });
  }

  function drawClusters(): void {
    const kept = new Set(areColoursNew ? [] : marks.clusters.map(({ key }) => key));
    areColoursNew = false;
    for (const [key, button] of buttons)
      if (!kept.has(key)) {
        button.remove();
        buttons.delete(key);
      }
    for (const cluster of marks.clusters) {
      const known = buttons.get(cluster.key);
      const button =
        known ??
        clusterButton(cluster.mix, cluster.total, colours, {
          isStatusTold,
          act: clusterAct(onCluster !== null),
          onOpen: () => openCluster(cluster),
        });
      if (!known) {
        button.className = classes.cluster;
        buttons.set(cluster.key, button);
        container.insertBefore(button, list.element);
      }
      const [x, y] = pixel(cluster);
      button.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }
  }

  /** Returns whether the map was painted completely. */
  function paint(): boolean {
    const { width, height } = size();
    const ratio = window.devicePixelRatio || 1;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (!context || across === 0 || down === 0) return true;
    // Setting the size clears the canvas, even if the value is unchanged.
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!paintBase(context, camera, { width, height }, colours)) return false;
    if (edge) paintOutline(context, edge, camera, { width, height }, colours.status.online);
    for (const point of marks.singles) {
      const [x, y] = markerAt(point);
      context.save();
      context.translate(x - DRAWN / 2, y - DRAWN / 2);
      paintMarker(context, point, colours);
      context.restore();
    }
    if (told) ringAround(context, markerAt(told.point), colours.text);
    return true;
  }

  function draw(): void {
    frame = 0;
    marks = marksAt(camera, size());
    if (!paint()) {
      ask();
      return;
    }
    keepFocus(() => buttons.values(), canvas, drawClusters);
    const stop = () => (list.element.hidden ? [] : [list.element]);
    keepFocus(stop, canvas, () => list.show(marks.singles, markerAt, popup?.point.eui ?? null));
    if (told) placeTooltip(told.box, markerAt(told.point), size(), DRAWN);
    if (popup) placePopup(popup.box, markerAt(popup.point), 8);
  }

  /** Requests a redraw. Does nothing before the points are set, because everything would have to be drawn again. */
  function ask(): void {
    if (isFilled && frame === 0) frame = requestAnimationFrame(draw);
  }

  function move(next: Camera): void {
    camera = next;
    if (!isHeld && container.clientWidth > 0) onMoved(boxOnScreen(camera, size()), camera.zoom);
    ask();
  }

  listenToGestures(
    container,
    canvas,
    {
      reach: onReach,
      hold: (now) => {
        isHeld = now;
        if (now) return;
        move(camera);
        for (const callback of waiting.splice(0)) callback();
      },
      panBy: (by) => move(pannedBy(camera, size(), by)),
      zoomAt: (steps, at) => {
        const { width, height } = size();
        move(zoomedAt(camera, { width, height }, steps, at ?? [width / 2, height / 2]));
      },
      click(at) {
        onPlace(placeAt(camera, size(), at));
        onChoose(nearestTo(at, HOVER_PX + FINGER_PX)?.eui ?? null);
      },
      hover: (at) => tell(at === null ? null : nearestTo(at, HOVER_PX)),
    },
    listening.signal,
  );
  const resized = new ResizeObserver(() => {
    // A view without a size is hidden, because the engine has replaced it.
    if (size().width > 0) move(heldWithin(camera, size()));
  });
  resized.observe(container);
  // Names use the product's own font, which may load after the first drawing.
  document.fonts.addEventListener('loadingdone', ask, { signal: listening.signal });

  return {
    setPoints(next, clusters) {
      [points, given] = [next, clusters];
      marksAt = marksOf(next, clusters);
      isFilled = true;
      const box = wasPlaced ? null : clusters === null ? boxAround(next) : clusters.box;
      if (box) {
        wasPlaced = true;
        camera = cameraFor(box, size(), nearest);
      }
      move(camera);
    },
    setOutline(next) {
      outline = next;
      edge = next === null ? null : outlineEdge(next);
      ask();
    },
    setColours(next) {
      colours = next;
      areColoursNew = true;
      ask();
    },
    camera: () => camera,
    whenFree(callback) {
      if (isHeld) waiting.push(callback);
      else callback();
    },
    openPopup(point, element) {
      popup?.box.remove();
      popup = null;
      if (point) {
        const box = document.createElement('div');
        box.className = classes.popup;
        box.append(element);
        container.append(box);
        popup = { point, box };
      }
      ask();
    },
    goTo(point, { isNearer, hasPopup }) {
      const zoom = isNearer ? Math.max(camera.zoom, CLOSEST_FIT) : camera.zoom;
      const { width, height } = size();
      const down = hasPopup ? height - BELOW_MARKER_PX : height / 2;
      move(broughtTo({ ...camera, zoom }, { width, height }, point, [width / 2, down]));
    },
    zoomBy: (steps) => move(heldWithin({ ...camera, zoom: camera.zoom + steps }, size())),
    showAll: () => move(cameraFor(boxOfAll(points, given, outline && boxOfOutline(outline)), size(), nearest)),
    focus: () => canvas.focus({ preventScroll: true }),
    remove() {
      listening.abort();
      resized.disconnect();
      cancelAnimationFrame(frame);
      container.replaceChildren();
    },
  };
}

/** Positions a tooltip above a pixel, or below it if there is no room. Keeps it within the map horizontally. */
function placeTooltip(box: HTMLElement, [x, y]: Pixel, { width }: Size, gap: number): void {
  const { offsetWidth, offsetHeight } = box;
  const left = Math.max(4, Math.min(width - offsetWidth - 4, x - offsetWidth / 2));
  const above = y - gap - offsetHeight;
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(above < 0 ? y + gap : above)}px)`;
}

/** Positions a popup above a pixel. The popup stays there while its content grows. */
function placePopup(box: HTMLElement, [x, y]: Pixel, gap: number): void {
  box.style.transform = `translate(${Math.round(x)}px, ${Math.round(y - gap)}px) translate(-50%, -100%)`;
}
