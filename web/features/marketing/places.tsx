import type { ReactNode } from 'react';
import classes from './places.module.css';

export type PlaceText = { readonly place: Place; readonly name: string; readonly text: string };

/** Kinds of places, each with a text. */
export function Places({ places }: { places: readonly PlaceText[] }) {
  return (
    <ul className={classes.places}>
      {places.map(({ place, name, text }) => (
        <li key={place} className={classes.place}>
          {PLACE_DRAWINGS[place]}
          <h3 className={classes.name}>{name}</h3>
          <p className={classes.text}>{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** A 48 × 48 drawing with strokes in two colors: the place in gray, the power symbol in the theme color. */
function PlaceDrawing({ children, accent }: { children: ReactNode; accent: ReactNode }) {
  return (
    <svg className={classes.drawing} width="48" height="48" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <g className={classes.line}>{children}</g>
      <g className={classes.accent}>{accent}</g>
    </svg>
  );
}

type Place = 'hotel' | 'rental' | 'airport' | 'restaurant' | 'coffee' | 'library' | 'arena' | 'gym';

/** One drawing for each kind of place in docs/specification.md#purpose-and-users. */
const PLACE_DRAWINGS: Readonly<Record<Place, ReactNode>> = {
  hotel: (
    <PlaceDrawing accent={<path d="M24 13v-3M20 9h8" />}>
      <path d="M8 35h32M11 35a13 13 0 0 1 26 0M7 39h34" />
      <path d="M17 30a8 8 0 0 1 5-6" />
    </PlaceDrawing>
  ),
  rental: (
    <PlaceDrawing accent={<path d="M29 31a4 4 0 1 0-8 0 4 4 0 0 0 8 0zM29 31h9M35 31v4" />}>
      <path d="M7 22 24 8l17 14" />
      <path d="M11 19v20h10M37 19v6" />
    </PlaceDrawing>
  ),
  airport: (
    <PlaceDrawing accent={<path d="M9 40h30" />}>
      <path d="M7 28l5 4 27-11c3-1.200 3-5-.5-4.500L28 18 16 11l-4 1.500 8 8-7 3-4-2-2.500 1z" />
    </PlaceDrawing>
  ),
  restaurant: (
    <PlaceDrawing accent={<path d="M24 18.500a6 6 0 1 1 0 12 6 6 0 0 1 0-12z" />}>
      <path d="M24 12a12.500 12.500 0 1 1 0 25 12.500 12.500 0 0 1 0-25z" />
      <path d="M6 10v7a3 3 0 0 0 6 0v-7M9 10v29M41 39V10c-3 2-4 7-3 14h3" />
    </PlaceDrawing>
  ),
  coffee: (
    <PlaceDrawing accent={<path d="M17 14c-2-2 2-4 0-6M24 14c-2-2 2-4 0-6M31 14c-2-2 2-4 0-6" />}>
      <path d="M10 19h27v8a11 11 0 0 1-11 11h-5a11 11 0 0 1-11-11z" />
      <path d="M37 21h2a4.500 4.500 0 0 1 0 9h-2.500M8 42h31" />
    </PlaceDrawing>
  ),
  library: (
    <PlaceDrawing accent={<path d="m31 11 7 27" />}>
      <path d="M9 9h7v30H9zM16 13h7v26h-7zM26.500 12.200l6.800-1.800 7 26.800-6.800 1.800z" />
      <path d="M9 15h7M9 33h7M16 19h7M16 33h7M6 43h36" />
    </PlaceDrawing>
  ),
  arena: (
    <PlaceDrawing accent={<path d="M12 17V8M36 17V8M8.500 8h7M32.500 8h7" />}>
      <path d="M24 17c10 0 18 3 18 7s-8 7-18 7S6 28 6 24s8-7 18-7zM6 24v8c0 4 8 7 18 7s18-3 18-7v-8" />
      <path d="M24 21c5 0 9 1.300 9 3s-4 3-9 3-9-1.300-9-3 4-3 9-3z" />
    </PlaceDrawing>
  ),
  gym: (
    <PlaceDrawing accent={<path d="M17 24h14" />}>
      <path d="M11 14h6v20h-6zM31 14h6v20h-6zM6 19h5v10H6zM37 19h5v10h-5z" />
    </PlaceDrawing>
  ),
};
