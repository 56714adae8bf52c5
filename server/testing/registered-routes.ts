import type { FastifyInstance } from 'fastify';

/**
 * Returns every route of the app as `METHOD /path`, read from the app's own router. Omits HEAD, because every GET route
 * also accepts HEAD.
 */
export function registeredRoutes(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, branch = '', part = '', methods = ''] = /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
      if (part === '') return [];
      const depth = branch.length / 4;
      const path = (above[depth - 2] ?? '') + part;
      above[depth - 1] = path;
      return methods
        .split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`);
    });
}
