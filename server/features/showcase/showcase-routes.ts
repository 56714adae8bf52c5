import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { addRoute } from '../../http/add-route.ts';

type Call = { readonly endpoint: Endpoint; readonly answer: () => unknown };

/** The calls of the showcase. They are in a folder that may be absent (showcase/calls.ts); then there are none. */
export async function findShowcaseCalls(): Promise<readonly Call[]> {
  const built = import.meta.url.endsWith('.mjs');
  const file = fileURLToPath(new URL(built ? './showcase.mjs' : '../../../showcase/calls.ts', import.meta.url));
  if (!existsSync(file)) return [];
  const { CALLS } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { CALLS: readonly Call[] };
  return CALLS;
}

/** Sample data for its pages, without business meaning. */
export async function showcaseRoutes(app: FastifyInstance): Promise<void> {
  for (const { endpoint, answer } of await findShowcaseCalls()) addRoute(app, endpoint, answer);
}
