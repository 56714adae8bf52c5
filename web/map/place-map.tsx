import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MapArea } from '#domain/map-area.ts';
import { publicConfigQuery } from '../lib/public-config.ts';
import { useLazyModule } from '../lib/use-lazy-module.ts';
import { Bone } from '../ui/skeletons.tsx';
import { canDrawMap } from './can-draw-map.ts';
import type { MapOutline } from './map-circle.ts';
import type { Box, MapPoint } from './map-points.ts';
import type { GivenClusters } from './map-view.ts';
import classes from './place-map.module.css';

const placeCanvas = () => import('./place-canvas.tsx');

type PlaceMapProps = {
  points: readonly MapPoint[];
  /** Clusters that the server made of what is not among the points. */
  given?: GivenClusters | null;
  outline?: MapOutline | null;
  onChoose?: (eui: string) => void;
  /** A cluster is opened: what it holds is asked for, besides the zoom. */
  onCluster?: ((area: MapArea) => void) | null;
  onMoved?: (box: Box, zoom: number) => void;
  /** Asks for a part of the map that is drawn by hand. */
  onArea?: ((box: Box) => void) | null;
  /** Asks for a click on the map. */
  onPlace?: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
};

/** Where something runs; what stands beside it lists the same, so that a browser that draws nothing misses nothing. */
export function PlaceMap(props: PlaceMapProps) {
  const { points, given = null, outline = null, onPlace = null, onArea = null } = props;
  const { onChoose = () => {}, onCluster = null, onMoved = () => {} } = props;
  const [canDraw] = useState(canDrawMap);
  const [hasFailed, setHasFailed] = useState(false);
  const { data: config } = useQuery(publicConfigQuery);
  const isDrawn = canDraw && !hasFailed;
  const canvas = useLazyModule(placeCanvas, isDrawn && config !== undefined);
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
          given={given}
          outline={outline}
          onChoose={onChoose}
          onCluster={onCluster}
          onMoved={onMoved}
          onArea={onArea}
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
