import classes from './drawings.module.css';

/** A drawing of a harbor in the evening. */
export function HarbourDrawing() {
  return (
    <svg viewBox="0 0 400 180" className={classes.drawing} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="400" height="180" className={classes.sky} />
      <circle cx="300" cy="70" r="26" className={classes.sun} />
      <path d="M0 110 L60 74 L110 104 L170 60 L240 108 L310 80 L400 112 V180 H0 Z" className={classes.hills} />
      <rect y="120" width="400" height="60" className={classes.sea} />
      <path d="M120 132 h120 l-16 22 h-88 Z M150 132 v-16 h54 v16 M162 116 v-14 h14 v14" className={classes.boat} />
      <path d="M20 150 h60 M260 160 h90 M90 168 h50" className={classes.wave} />
    </svg>
  );
}

/** A drawing of fields under a wide sky. */
export function FieldsDrawing() {
  return (
    <svg viewBox="0 0 400 220" className={classes.drawing} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="400" height="220" className={classes.day} />
      <circle cx="70" cy="60" r="30" className={classes.sun} />
      <path d="M0 150 C80 110 140 160 220 130 S360 120 400 140 V220 H0 Z" className={classes.hills} />
      <path d="M0 180 C100 150 200 190 400 165 V220 H0 Z" className={classes.meadow} />
    </svg>
  );
}
