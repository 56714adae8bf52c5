import 'maplibre-gl/dist/maplibre-gl.css';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTokenValues } from '../../../web/lib/token-colour.ts';
import { EngineMap } from '../../ui/maps/engine-map.tsx';
import { ZoomButtons } from '../../ui/maps/zoom-buttons.tsx';
import { createFeedMap, type FeedMapView, type Place } from './feed-map-view.ts';
import { CENTRE } from './sample-data/feed-map.ts';
import classes from './timeline.module.css';

const TOKENS = ['--vb-map-land', '--vb-map-water', '--vb-text-muted', '--vb-brand-text'] as const;

/** The feed's map. Its space is reserved while the map loads. */
export function FeedMap() {
  return (
    <EngineMap>
      <DrawnMap />
    </EngineMap>
  );
}

function DrawnMap() {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<FeedMapView>(null);
  const [place, setPlace] = useState<Place>(CENTRE);
  const [reach, setReach] = useState({ canZoomIn: true, canZoomOut: true });
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [land = '', water = '', text = '', brand = ''] = useTokenValues(TOKENS);
  useEffect(() => {
    if (!container.current) return;
    const made = createFeedMap(container.current, { land, water, text, brand }, isMotionReduced, setPlace, setReach);
    view.current = made;
    return () => {
      view.current = null;
      made.remove();
    };
  }, [land, water, text, brand, isMotionReduced]);
  return (
    <>
      <div className={classes.map}>
        <div className={classes.mapCanvas} ref={container} />
        <ZoomButtons className={classes.zoom} onZoom={(factor) => view.current?.zoomBy(factor)} {...reach} />
      </div>
      <p className={classes.meta} role="status">
        Marker at {place.latitude.toFixed(3)}, {place.longitude.toFixed(3)}
      </p>
    </>
  );
}
