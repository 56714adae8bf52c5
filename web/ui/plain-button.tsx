import type { ButtonHTMLAttributes } from 'react';
import classes from './plain-button.module.css';

/** For a link that looks like the button. */
export const plainButtonClass = (isQuiet = false): string =>
  isQuiet ? `${classes.button} ${classes.quiet}` : (classes.button ?? '');

/** The button of the pages that use none of Mantine's components (see `TextField`). */
export function PlainButton({
  isQuiet = false,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { isQuiet?: boolean }) {
  return <button type="button" {...button} className={plainButtonClass(isQuiet)} />;
}
