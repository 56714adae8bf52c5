import { useState } from 'react';
import classes from './pressed-note.module.css';

/** Returns the last sample control that was pressed, and its setter. */
export const usePressed = (): [pressed: string, press: (what: string) => void] => useState('');

/** Shows which sample control was pressed, and announces it to screen readers. */
export function PressedNote({ pressed }: { pressed: string }) {
  return (
    <p className={classes.note} role="status">
      {pressed === '' ? '' : `Pressed: ${pressed}`}
    </p>
  );
}
