import { setReaderTimeZone } from '../../lib/formatters.ts';
import { onSessionChange, readUser } from '../../lib/session.ts';
import { chooseThemeColour, storedThemeColour } from './theme-colour.ts';

/** Shows times and colours as the signed-in account wants them, now and whenever that changes. */
export function followAccountPreferences(): void {
  const apply = (): void => {
    const user = readUser();
    setReaderTimeZone(user?.timeZone ?? '');
    const colour = user?.themeColor ?? '';
    if (colour !== '' && colour !== storedThemeColour()) chooseThemeColour(colour);
  };
  apply();
  onSessionChange(apply);
}
