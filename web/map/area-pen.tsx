import { type PointerEvent, useState } from 'react';
import { type Pixel, placeAt } from './map-camera.ts';
import type { Box } from './map-points.ts';
import type { MapView } from './map-view.ts';
import classes from './place-map.module.css';

type Drag = { readonly from: Pixel; readonly to: Pixel };

/** Minimum size of an area in pixels; a tap on the map draws nothing. */
const LEAST_PX = 8;

/** An overlay to draw an area by mouse, finger or pen. The map below does not move meanwhile. */
export function AreaPen({ view, onArea }: { view: MapView; onArea: (box: Box) => void }) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pixel = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): Pixel => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [Math.min(Math.max(clientX - left, 0), width), Math.min(Math.max(clientY - top, 0), height)];
  };
  const finish = (event: PointerEvent<HTMLDivElement>) => {
    if (drag === null) return;
    setDrag(null);
    const { left, top, right, bottom } = sidesOf({ ...drag, to: pixel(event) });
    if (right - left < LEAST_PX || bottom - top < LEAST_PX) return;
    const size = { width: event.currentTarget.clientWidth, height: event.currentTarget.clientHeight };
    const [first, last] = [placeAt(view.camera(), size, [left, top]), placeAt(view.camera(), size, [right, bottom])];
    onArea({ west: first.lng, north: first.lat, east: last.lng, south: last.lat });
  };
  const sides = drag === null ? null : sidesOf(drag);
  return (
    <div
      className={classes.pen}
      data-testid="area-pen"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: pixel(event), to: pixel(event) });
      }}
      onPointerMove={(event) => setDrag(drag && { ...drag, to: pixel(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
    >
      {sides === null ? null : (
        <div
          className={classes.drawn}
          style={{
            left: sides.left,
            top: sides.top,
            width: sides.right - sides.left,
            height: sides.bottom - sides.top,
          }}
        />
      )}
    </div>
  );
}

const sidesOf = ({ from: [x, y], to: [toX, toY] }: Drag) => ({
  left: Math.min(x, toX),
  right: Math.max(x, toX),
  top: Math.min(y, toY),
  bottom: Math.max(y, toY),
});
