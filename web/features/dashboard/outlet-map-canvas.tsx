import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTokenValues } from '../../lib/token-colour.ts';
import { MapFrame } from '../../map/map-frame.tsx';
import { type Box, isWithin, type MapPoint } from '../../map/map-points.ts';
import type { MapColours } from '../../map/map-style.ts';
import type { GivenClusters, MapView } from '../../map/map-view.ts';
import { MapPopup } from './map-popup.tsx';
import classes from './outlet-map-card.module.css';

export type OutletMapCanvasProps = {
  points: readonly MapPoint[];
  /** Clusters of the outlets that are not in `points`. */
  given: GivenClusters | null;
  /** Receives the visible area and zoom after each movement. */
  onPart: (box: Box, zoom: number) => void;
  /** The operator's map style; empty for the map shipped with the product. */
  mapStyleUrl: string;
  chosen: string | null;
  onChoose: (eui: string | null) => void;
  /** Receives the outlets on screen after each movement. */
  onMoved: (euis: ReadonlySet<string>) => void;
  onShowDevices: (eui: string) => void;
  /** Called if the map's own data can't be loaded, or the map can't be drawn. */
  onFailed: () => void;
};

const TOKENS = [
  ...['--vb-map-land', '--vb-map-water', '--vb-map-line', '--vb-text-muted', '--vb-surface'],
  ...['--vb-status-online', '--vb-status-late', '--vb-status-offline', '--vb-status-never'],
] as const;

function useMapColours(): MapColours {
  const [land = '', water = '', line = '', text = '', surface = '', ...status] = useTokenValues(TOKENS);
  const [online = '', late = '', offline = '', never = ''] = status;
  return { land, water, line, text, surface, status: { online, late, offline, never } };
}

/** The map with its popup. Loads after the cards. */
export function OutletMapCanvas(props: OutletMapCanvasProps) {
  const { points, given, mapStyleUrl, chosen, onChoose, onShowDevices } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView | null>(null);
  // A single element for the popup's whole lifetime. The element moves to the next map view and keeps its scroll
  // position.
  const [popup] = useState(() => document.createElement('div'));
  const colours = useMapColours();
  const isClicked = useRef(false);
  const choose = (eui: string | null) => {
    isClicked.current = true;
    onChoose(eui);
  };
  const pointsKey = JSON.stringify([
    points.map(({ eui, status, located }) => [eui, status, located]),
    given?.clusters.map(({ key }) => key),
  ]);
  const point = points.find(({ eui }) => eui === chosen) ?? null;
  // A phone's map would cut off the top of a popup, so on a phone the popup is a sheet at the bottom of the screen.
  const isSheet = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const isThere = view !== null;
  const bringToView = useEffectEvent(() => {
    if (point && view) {
      view.goTo(point, { isNearer: !isClicked.current, hasPopup: !isSheet });
      if (isSheet || !isClicked.current) frame.current?.scrollIntoView({ block: 'nearest' });
    }
    isClicked.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another outlet moves the map
  useEffect(() => bringToView(), [isThere, point?.eui, isSheet]);
  const openPopup = useEffectEvent(() => {
    const focused = popup.contains(document.activeElement) ? document.activeElement : null;
    view?.openPopup(isSheet ? null : point, popup);
    // An element loses the focus when it moves.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  });
  // Run before the popup's content takes the focus, which only elements in the document can have.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect moves the popup when its outlet changes
  useLayoutEffect(() => openPopup(), [view, point?.eui, isSheet]);
  return (
    <div ref={frame} className={classes.whole}>
      <MapFrame
        points={points}
        given={given}
        pointsKey={pointsKey}
        colours={colours}
        mapStyleUrl={mapStyleUrl}
        isStatusTold
        onChoose={choose}
        onPlace={() => {}}
        onMoved={(box, zoom) => {
          props.onMoved(new Set(points.filter((each) => isWithin(box, each)).map(({ eui }) => eui)));
          props.onPart(box, zoom);
        }}
        onView={setView}
        onFailed={props.onFailed}
      />
      {view !== null && point
        ? createPortal(
            <MapPopup
              key={point.eui}
              point={point}
              isSheet={isSheet}
              onClose={() => onChoose(null)}
              onShowDevices={onShowDevices}
            />,
            isSheet ? document.body : popup,
          )
        : null}
    </div>
  );
}
