import type { FastifyInstance } from 'fastify';
import { listNotices } from '#contract/notices.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';

/** Registers the route for administrators' notices about the installation. */
export function noticeRoutes({ notices }: Pick<Dependencies, 'notices'>) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listNotices, async () => ({
      data: (await notices.list()).map(({ kind, text, sinceMs }) => ({
        kind,
        text,
        since_at: new Date(sinceMs).toISOString(),
      })),
    }));
  };
}
