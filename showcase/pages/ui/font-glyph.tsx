import './font-icons.css';
import classes from './font-glyph.module.css';
import type { IconEntry } from './icon-catalogue.ts';

/** A character from an icon font. Hidden from screen readers, because the text beside it has the name. */
export function FontGlyph({ entry, size = 20 }: { entry: IconEntry; size?: number }) {
  const font = entry.family === 'Glyphicons' ? classes.glyphicons : classes.awesome;
  return (
    <span className={`${classes.glyph} ${font}`} style={{ fontSize: size }} aria-hidden="true">
      {entry.glyph}
    </span>
  );
}
