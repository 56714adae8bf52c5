import { useState } from 'react';
import classes from './pressed-note.module.css';

/** What was pressed last among sample controls, and how to tell it. */
export const usePressed = (): [pressed: string, press: (what: string) => void] => useState('');

/** Says what a sample control did, for eyes and ears. */
export function PressedNote({ pressed }: { pressed: string }) {
  return (
    <p className={classes.note} role="status">
      {pressed === '' ? '' : `Pressed: ${pressed}`}
    </p>
  );
}
