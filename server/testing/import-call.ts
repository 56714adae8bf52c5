import type { InjectOptions } from 'fastify';

/** The call that imports a file, as `inject` takes it. */
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
