import './font-icons.css';
import classes from './font-glyph.module.css';
import type { IconEntry } from './icon-catalogue.ts';

/** A character of an icon font; its name is in the text beside it. */
export function FontGlyph({ entry, size = 20 }: { entry: IconEntry; size?: number }) {
  const font = entry.family === 'Glyphicons' ? classes.glyphicons : classes.awesome;
  return (
    <span className={`${classes.glyph} ${font}`} style={{ fontSize: size }} aria-hidden="true">
      {entry.glyph}
    </span>
  );
}
