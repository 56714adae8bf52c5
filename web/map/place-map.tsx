import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { publicConfigQuery } from '../lib/public-config.ts';
import { useCode } from '../lib/use-code.ts';
import { Bone } from '../ui/skeletons.tsx';
import { canDrawMap } from './can-draw-map.ts';
import type { MapCircle } from './map-circle.ts';
import type { MapPoint } from './map-points.ts';
import classes from './place-map.module.css';

const placeCanvas = () => import('./place-canvas.tsx');

type PlaceMapProps = {
  points: readonly MapPoint[];
  circle?: MapCircle | null;
  /** Asks for a click on the map. */
  onPlace?: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
};

/** Where something runs; what stands beside it lists the same, so that a browser that draws nothing misses nothing. */
export function PlaceMap({ points, circle = null, onPlace = null }: PlaceMapProps) {
  const [canDraw] = useState(canDrawMap);
  const [hasFailed, setHasFailed] = useState(false);
  const { data: config } = useQuery(publicConfigQuery);
  const isDrawn = canDraw && !hasFailed;
  const canvas = useCode(placeCanvas, isDrawn && config !== undefined);
  if (!isDrawn || canvas.hasFailed)
    return (
      <p className={classes.note} role="status">
        {canDraw ? 'The map could not be loaded. ' : 'This browser cannot draw the map. '}
        The places are listed.
      </p>
    );
  return (
    <div className={classes.stage}>
      {canvas.code && config ? (
        <canvas.code.PlaceCanvas
          points={points}
          circle={circle}
          onPlace={onPlace}
          mapStyleUrl={config.map_style_url}
          onFailed={() => setHasFailed(true)}
        />
      ) : (
        <Bone height="100%" />
      )}
    </div>
  );
}
