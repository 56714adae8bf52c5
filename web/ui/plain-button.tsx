import type { ButtonHTMLAttributes } from 'react';
import classes from './plain-button.module.css';

type Look = {
  isQuiet?: boolean;
  /** As high as the buttons of the signed-in pages. */
  isSmall?: boolean;
};

/** CSS class of a link that looks like the button. */
export const plainButtonClass = (isQuiet = false, isSmall = false): string =>
  [classes.button, isQuiet ? classes.quiet : '', isSmall ? classes.small : ''].filter((name) => name).join(' ');

/**
 * The button of pages without Mantine components (see `TextField`), and of content drawn before their code has loaded.
 */
export function PlainButton({
  isQuiet = false,
  isSmall = false,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return <button type="button" {...button} className={plainButtonClass(isQuiet, isSmall)} />;
}
