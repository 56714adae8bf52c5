import type { InjectOptions } from 'fastify';

/** Returns the request that imports a file, for `inject`. */
export const importCall = (
  path: string,
  text: string | Buffer,
  { dryRun, headers, accept }: { dryRun: boolean; headers: Readonly<Record<string, string>>; accept?: string },
): InjectOptions => ({
  method: 'POST',
  url: `/api${path}`,
  query: { file_name: 'file.csv', dry_run: String(dryRun) },
  headers: { ...headers, 'content-type': 'text/csv', ...(accept === undefined ? {} : { accept }) },
  payload: text,
});
