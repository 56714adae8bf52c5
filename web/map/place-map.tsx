import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MapArea } from '#domain/map-area.ts';
import { publicConfigQuery } from '../lib/public-config.ts';
import { useLazyModule } from '../lib/use-lazy-module.ts';
import { Bone } from '../ui/skeletons.tsx';
import { canDrawMap } from './can-draw-map.ts';
import type { MapCircle, MapOutline } from './map-circle.ts';
import type { Box, MapPoint } from './map-points.ts';
import { placeMapStrings as strings } from './map-strings.ts';
import type { GivenClusters } from './map-view.ts';
import classes from './place-map.module.css';

const placeCanvas = () => import('./place-canvas.tsx');

type PlaceMapProps = {
  points: readonly MapPoint[];
  /** Clusters that the server computed for outlets that are not in `points`. */
  given?: GivenClusters | null;
  outline?: MapOutline | null;
  onChoose?: (eui: string) => void;
  /** Called when a cluster is opened, in addition to zooming in, so that its outlets can be loaded. */
  onCluster?: ((area: MapArea) => void) | null;
  onMoved?: (box: Box, zoom: number) => void;
  /** Lets the user draw an area. */
  onArea?: ((box: Box) => void) | null;
  /** Lets the user move and resize the circle in `outline`. */
  onCircle?: ((circle: MapCircle) => void) | null;
  /** Lets a click on the map choose a place. */
  onPlace?: ((at: { readonly lat: number; readonly lng: number }) => void) | null;
};

/** A map of places. A list beside it shows the same places, for browsers that can't draw the map. */
export function PlaceMap(props: PlaceMapProps) {
  const { points, given = null, outline = null, onPlace = null, onArea = null, onCircle = null } = props;
  const { onChoose = () => {}, onCluster = null, onMoved = () => {} } = props;
  const [canDraw] = useState(canDrawMap);
  const [hasFailed, setHasFailed] = useState(false);
  const { data: config } = useQuery(publicConfigQuery);
  const isDrawn = canDraw && !hasFailed;
  const canvas = useLazyModule(placeCanvas, isDrawn && config !== undefined);
  if (!isDrawn || canvas.hasFailed)
    return (
      <p className={classes.note} role="status">
        {canDraw ? strings.loadFailed : strings.unsupported}
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
          onCircle={onCircle}
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
