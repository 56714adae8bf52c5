import type { ButtonHTMLAttributes } from 'react';
import classes from './plain-button.module.css';

type Look = {
  isQuiet?: boolean;
  /** Whether the button is as high as the buttons on the signed-in pages. */
  isSmall?: boolean;
};

/** Returns the CSS classes for a link that looks like the button. */
export const plainButtonClass = (isQuiet = false, isSmall = false): string =>
  [classes.button, isQuiet ? classes.quiet : '', isSmall ? classes.small : ''].filter((name) => name).join(' ');

/**
 * A button for pages without Mantine components (see `TextField`), and for content that is drawn before the code of
 * those components has loaded.
 */
export function PlainButton({
  isQuiet = false,
  isSmall = false,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return <button type="button" {...button} className={plainButtonClass(isQuiet, isSmall)} />;
}
