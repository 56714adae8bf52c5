import { PLACE_DRAWINGS, type Place } from './place-drawings.tsx';
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
