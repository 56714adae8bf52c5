import type { FastifyInstance } from 'fastify';
import { listNotices } from '#contract/notices.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';

/** Notices about the installation for administrators. */
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
