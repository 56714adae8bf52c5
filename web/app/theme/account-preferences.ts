import { setReaderTimeZone } from '../../lib/formatters.ts';
import { onSessionChange, readUser } from '../../lib/session.ts';
import { viewToken } from '../../lib/viewing.ts';
import { chooseThemeColour, storedThemeColour } from './theme-colour.ts';

/**
 * Shows times and colours as the signed-in account wants them, now and whenever that changes. Who views as somebody else
 * keeps the own look, which this browser remembers. Answers how to stop.
 */
export function followAccountPreferences(): () => void {
  const apply = (): void => {
    const user = readUser();
    setReaderTimeZone(user?.time_zone ?? '');
    const colour = viewToken() === null ? (user?.theme_color ?? '') : '';
    if (colour !== '' && colour !== storedThemeColour()) chooseThemeColour(colour);
  };
  apply();
  return onSessionChange(apply);
}
