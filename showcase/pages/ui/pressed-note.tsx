import { useState } from 'react';
import classes from './pressed-note.module.css';

/** The sample control that was pressed last, and its setter. */
export const usePressed = (): [pressed: string, press: (what: string) => void] => useState('');

/** Shows which sample control was pressed, also to screen readers. */
export function PressedNote({ pressed }: { pressed: string }) {
  return (
    <p className={classes.note} role="status">
      {pressed === '' ? '' : `Pressed: ${pressed}`}
    </p>
  );
}
