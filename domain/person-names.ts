import { findKey } from './find-by-name.ts';
import { nameKey } from './name-key.ts';

/** What an account's row holds of its names, besides them: by what it is searched, and by what each column is sorted. */
export const personKeys = (firstName: string, lastName: string) => ({
  name_key: nameKey(`${firstName} ${lastName}`),
  first_key: findKey(firstName),
  last_key: findKey(lastName),
});
