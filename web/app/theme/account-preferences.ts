import { setReaderTimeZone } from '../../lib/formatters.ts';
import { onSessionChange, readUser } from '../../lib/session.ts';
import { viewToken } from '../../lib/viewing.ts';
import { chooseThemeColour, storedThemeColour } from './theme-colour.ts';

/**
 * Applies the signed-in account's time zone and theme color, now and after each change. A tab that views as another
 * user keeps the administrator's color, which this browser stores. Returns a function that stops following the account.
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
