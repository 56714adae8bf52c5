import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * The built web client: hashed files for ever, prepared .br and .gz twins, and the page itself for every address a person
 * may open. Without a build (in development) only the API answers.
 */
export async function addWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: 'index.html',
      // One route for each file there is: nothing else can be reached.
      wildcard: false,
      allowedPath: (path) => !/\.(br|gz)$/.test(path),
      setHeaders: (reply, path) => {
        const forEver = /[\\/]assets[\\/]/.test(path);
        reply.header('Cache-Control', forEver ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    // Browsers ask for this one by themselves where a document names no icon, such as a statement or a picture.
    if (built && request.method === 'GET' && request.url === '/favicon.ico') return reply.sendFile('favicon.svg');
    if (!built || !isForPage(request)) throw new AppError('not-found', 'There is nothing at this address.');
    return reply.sendFile('index.html');
  });
}

/** Whether a browser asks for an address of the web client, as its history, a link or a reload does. */
function isForPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = '/'] = url.split('?');
  const takesPages = /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
  return (
    ['GET', 'HEAD'].includes(method) && takesPages && !/^\/api(\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)
  );
}
