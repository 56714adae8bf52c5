import { interpolate } from './interpolate.ts';
import { loadDataFileStrings as strings } from './lib-strings.ts';

/**
 * Fetches a JSON file from the build by the URL that an import with `?url` returns. A browser parses JSON faster than a
 * module with the same data, and does not compile it. Rejects if the file can't be fetched.
 */
export async function loadDataFile<Content>(address: string): Promise<Content> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(interpolate(strings.fileFailed, { address, status: answer.status }));
  return (await answer.json()) as Content;
}
