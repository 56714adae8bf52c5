import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { canDrawEngine, hasGraphicsCard } from '../lib/graphics.ts';
import type { DrawnView } from './drawn-view.ts';
import { isLineSlow, whenIdle } from './engine-start.ts';
import type { createEngineView, EngineView } from './engine-view.ts';
import { loadBaseMap } from './load-base-map.ts';
import type { Camera } from './map-camera.ts';

/** Longest wait for an idle browser, in milliseconds; by then the page has long been drawn. */
const REST_MS = 10_000;

type Build = (make: typeof createEngineView, base: Parameters<typeof createEngineView>[0]['base']) => EngineView;

const isSame = (one: Camera, other: Camera): boolean =>
  one.lng === other.lng && one.lat === other.lat && one.zoom === other.zoom;

/**
 * Loads and starts the engine when the reader uses the drawn map, or when a graphics card makes it cheap. `engine` is
 * set once it has started, below the drawn map. `isShown` is true once it has drawn the same extent and replaces the
 * drawn map. If the engine cannot be loaded, the drawn map stays.
 */
export function useEngine(
  drawn: DrawnView | null,
  options: {
    readonly isReached: boolean;
    readonly isSeen: boolean;
    readonly mapStyleUrl: string;
    readonly place: RefObject<HTMLElement | null>;
    readonly build: Build;
    /** Passes the current points and outline to the engine. */
    readonly fill: (engine: EngineView) => void;
  },
): { engine: EngineView | null; isShown: boolean } {
  const { isReached, isSeen, mapStyleUrl, place } = options;
  const [engine, setEngine] = useState<EngineView | null>(null);
  const [isShown, setIsShown] = useState(false);
  const [isFree, setIsFree] = useState(false);
  const isThere = drawn !== null;
  useEffect(() => {
    if (!isThere || !isSeen || isLineSlow()) return;
    return whenIdle(() => setIsFree(hasGraphicsCard()), REST_MS);
  }, [isThere, isSeen]);
  const build = useEffectEvent(options.build);
  const fill = useEffectEvent(options.fill);
  const isWanted = isThere && (isReached || isFree);
  useEffect(() => {
    if (!isWanted || drawn === null) return;
    let made: EngineView | null = null;
    let isGone = false;
    const start = async () => {
      if (!canDrawEngine()) return;
      const [{ createEngineView }, base] = await Promise.all([
        import('./engine-view.ts'),
        mapStyleUrl === '' ? loadBaseMap() : mapStyleUrl,
      ]);
      if (isGone || place.current === null) return;
      const view = build(createEngineView, base);
      made = view;
      fill(view);
      setEngine(view);
      let sent: Camera | null = null;
      // The reader may have moved the drawn map meanwhile. The engine draws the current extent, and then replaces the
      // drawn map.
      const handOver = () => {
        if (isGone) return;
        const camera = drawn.camera();
        if (sent !== null && isSame(sent, camera)) return setIsShown(true);
        sent = camera;
        view.setCamera(camera);
        view.whenDrawn(() => drawn.whenFree(handOver));
      };
      view.whenDrawn(() => drawn.whenFree(handOver));
    };
    start().catch((reason: unknown) =>
      console.error('The engine of the map cannot be had; it stays as it is drawn.', reason),
    );
    return () => {
      isGone = true;
      made?.remove();
      setEngine(null);
      setIsShown(false);
    };
  }, [isWanted, drawn, mapStyleUrl, place]);
  return { engine, isShown };
}
