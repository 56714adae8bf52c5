import { Button } from '@mantine/core';
import { IconMarquee2, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { shownEui } from '#domain/eui.ts';
import { readMapArea, writeMapArea } from '#domain/map-area.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { clustersOf, type MapPart, partAround } from '../../map/given-clusters.ts';
import { type Box, HOME_BOX, mapPoints } from '../../map/map-points.ts';
import { PlaceMap } from '../../map/place-map.tsx';
import { useIsSeen } from '../../map/use-is-seen.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import classes from './reports.module.css';
import { placesQuery } from './reports-api.ts';
import { areaPanelStrings as strings } from './reports-strings.ts';

/** The area to load before the map reports its visible area. */
const WHOLE: MapPart = { zoom: '4', west: '-180', south: '-90', east: '180', north: '90' };

type AreaPanelProps = {
  /** `west,south,east,north` from the report's area filter; undefined for everywhere. */
  area: string | undefined;
  onArea: (area: string | null) => void;
  /** The outlets in the report's outlet filter. */
  outlets: readonly { readonly eui: string; readonly name: string }[];
  /** Adds an outlet to the filter or removes it. */
  onOutlet: (eui: string, name: string) => void;
};

/**
 * The outlet map, which filters the report by an outlet, a cluster, the visible area, or an area that the user draws.
 */
export function AreaPanel({ area, onArea, outlets, onOutlet }: AreaPanelProps) {
  const [part, setPart] = useState(WHOLE);
  const [shown, setShown] = useState<Box | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  // The map is at the end of the page, so it loads only if the user scrolls there.
  const isSeen = useIsSeen(stage, true);
  const { data, error, isFetching, refetch } = useQuery({ ...placesQuery(part), enabled: isSeen });
  const choose = (box: Box) => {
    setDrawing(false);
    onArea(writeMapArea(box));
  };
  const move = (box: Box, zoom: number) => {
    setShown(box);
    const next = partAround(box, zoom);
    if (JSON.stringify(next) !== JSON.stringify(part)) setPart(next);
  };
  return (
    <Panel title={strings.map} context={strings.context} className={classes.area ?? ''}>
      <div ref={stage} className={classes.map}>
        {data !== undefined ? (
          <PlaceMap
            points={mapPoints(data.outlets)}
            given={{ clusters: clustersOf(data), box: data.box ?? HOME_BOX }}
            outline={area === undefined ? null : readMapArea(area)}
            onMoved={move}
            onChoose={(eui) => onOutlet(eui, data.outlets.label[data.outlets.eui.indexOf(eui)] || shownEui(eui))}
            onCluster={choose}
            onArea={isDrawing ? choose : null}
          />
        ) : error !== null ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Bone height={300} />
        )}
      </div>
      <div className={classes.areaActions}>
        <Button variant="default" disabled={shown === null} onClick={() => shown !== null && choose(shown)}>
          {strings.useVisibleArea}
        </Button>
        <Button
          variant={isDrawing ? 'light' : 'default'}
          disabled={shown === null}
          aria-pressed={isDrawing}
          leftSection={<IconMarquee2 size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => setDrawing(!isDrawing)}
        >
          {strings.drawArea}
        </Button>
        {area === undefined ? null : (
          <Button
            variant="subtle"
            leftSection={<IconX size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => onArea(null)}
          >
            {strings.clearArea}
          </Button>
        )}
        {outlets.map(({ eui, name }) => (
          <Button
            key={eui}
            variant="subtle"
            leftSection={<IconX size={16} stroke={1.75} aria-hidden="true" />}
            aria-label={interpolate(strings.removeFilter, { name })}
            onClick={() => onOutlet(eui, name)}
          >
            {name}
          </Button>
        ))}
      </div>
    </Panel>
  );
}
