import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { addRoute } from '../../http/add-route.ts';

type Call = { readonly endpoint: Endpoint; readonly answer: () => unknown };

/** Loads the showcase's calls. Returns none if their folder (showcase/calls.ts) is absent. */
export async function findShowcaseCalls(): Promise<readonly Call[]> {
  const built = import.meta.url.endsWith('.mjs');
  const file = fileURLToPath(new URL(built ? './showcase.mjs' : '../../../showcase/calls.ts', import.meta.url));
  if (!existsSync(file)) return [];
  const { CALLS } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { CALLS: readonly Call[] };
  return CALLS;
}

/** Registers the showcase's calls, which return sample data without business meaning. */
export async function showcaseRoutes(app: FastifyInstance): Promise<void> {
  for (const { endpoint, answer } of await findShowcaseCalls()) addRoute(app, endpoint, answer);
}
