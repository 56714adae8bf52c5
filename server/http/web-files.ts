import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { USUAL_BRAND_COLOR, USUAL_NETWORK_NAME } from '#domain/constants.ts';
import { USUAL_CURRENCY } from '#domain/currency.ts';
import type { Config } from '../config/config.ts';
import { escapeMarkup } from '../lib/escape-markup.ts';
import { AppError } from './app-error.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Serves the built web client: hashed files, which browsers cache without limit, and precompressed .br and .gz
 * variants. Every URL that a person may open returns the client's page. Without a build (in development), only the API
 * responds.
 */
export async function addWebFiles(app: FastifyInstance, folder: string, brand: Brand): Promise<void> {
  const sendPage = pageSender(folder, brand);
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: 'index.html',
      serve: false,
      setHeaders: (reply, path) => {
        const forEver = /[\\/]assets[\\/]/.test(path);
        reply.header('Cache-Control', forEver ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }
  if (built) serveKnown(app, folder, sendPage);
  app.setNotFoundHandler((request, reply) => {
    // Browsers request this file automatically for documents without an icon, such as a statement or a picture.
    if (built && request.method === 'GET' && request.url === '/favicon.ico') return reply.sendFile('favicon.svg');
    if (!built || !isForPage(request)) throw new AppError('not-found', 'Page not found.');
    return sendPage(reply);
  });
}

type SendPage = (reply: FastifyReply) => unknown;

/** The parts of the configuration that the page contains. Administrators may change the name and the color. */
export type Brand = Pick<Config, 'brandColor' | 'currency' | 'networkName'>;

/** The brand in the built page. */
const USUAL = { brandColor: USUAL_BRAND_COLOR, currency: USUAL_CURRENCY, networkName: USUAL_NETWORK_NAME };

/**
 * Returns a function that sends the client's page. The page contains the network's name and color and the currency of
 * amounts, so that the browser has them before any request. The page is built and compressed with the usual brand. For
 * another brand, the server rewrites the page as it is sent.
 */
function pageSender(folder: string, brand: Brand): SendPage {
  return async (reply) => {
    const { brandColor, currency, networkName } = brand;
    if (brandColor === USUAL.brandColor && currency === USUAL.currency && networkName === USUAL.networkName)
      return reply.sendFile('index.html');
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    const name = escapeMarkup(networkName);
    const own = page
      .replace(/(<meta name="currency" content=")[A-Z]{3}/, (_, start) => `${start}${currency}`)
      .replace(/(<meta name="brand-color" content=")#[0-9a-f]{6}/, (_, start) => `${start}${brandColor}`)
      .replace(/(<meta name="application-name" content=")Voltboard/, (_, start) => `${start}${name}`)
      .replaceAll(/>Voltboard(?=[ <])/g, () => `>${name}`);
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(own);
  };
}

/** Lists the existing files, without their precompressed variants. No other file is served. */
function filesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
  return new Set(paths);
}

/**
 * Serves all files with one route, because separate routes took a tenth of the startup time. A build under a running
 * server adds new file names with its page, so the folder is listed again when it has changed.
 */
function serveKnown(app: FastifyInstance, folder: string, sendPage: SendPage): void {
  const builtAt = () => statSync(join(folder, 'assets'), { throwIfNoEntry: false })?.mtimeMs;
  let known = { files: filesIn(folder), builtAt: builtAt() };
  const isThere = (file: string): boolean => {
    if (known.files.has(file)) return true;
    if (!file.startsWith('assets/') || builtAt() === known.builtAt) return false;
    known = { files: filesIn(folder), builtAt: builtAt() };
    return known.files.has(file);
  };
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const { '*': path } = request.params;
      const file = path === '' ? 'index.html' : path;
      if (!isThere(file)) return reply.callNotFound();
      return file === 'index.html' ? sendPage(reply) : reply.sendFile(file);
    },
  });
}

/**
 * Returns whether a browser is requesting a URL of the web client, for example from its history, a link or a reload.
 */
function isForPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = '/'] = url.split('?');
  const takesPages = /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
  return (
    ['GET', 'HEAD'].includes(method) && takesPages && !/^\/api(\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)
  );
}
