import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useRef, useState } from 'react';
import { useTokenValues } from '../../../lib/token-colour.ts';
import { createFeedMap, type Place } from './feed-map-view.ts';
import { CENTRE } from './sample-data/feed-map.ts';
import classes from './timeline.module.css';

const TOKENS = ['--vb-map-land', '--vb-map-water', '--vb-text-muted', '--vb-brand-text'] as const;

/** The map of the feed; its place is reserved before it is loaded. */
export function FeedMap() {
  const container = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>(CENTRE);
  const [land = '', water = '', text = '', brand = ''] = useTokenValues(TOKENS);
  useEffect(() => {
    if (!container.current) return;
    return createFeedMap(container.current, { land, water, text, brand }, setPlace);
  }, [land, water, text, brand]);
  return (
    <>
      <div className={classes.map} ref={container} />
      <p className={classes.meta} role="status">
        Marker at {place.latitude.toFixed(3)}, {place.longitude.toFixed(3)}
      </p>
    </>
  );
}
