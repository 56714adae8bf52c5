import type { FastifyInstance } from 'fastify';
import { cancelImport, type ImportAnswer, type ImportRun, listImports } from '#contract/imports.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { cancelled } from '../../imports/import-jobs.ts';
import { cancelJob, findJob, findJobsOf, type ImportJobRow } from '../../imports/import-jobs-queries.ts';

const MOST_SHOWN = 5;

/** Imports that are under way, in whatever process, and how the last ones ended: found again after the page was left. */
export function importRoutes({ accounts, now }: Pick<Dependencies, 'accounts' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listImports, async ({ query: { kind } }) => ({
      data: (await findJobsOf(accounts, kind, MOST_SHOWN)).map(shownRun),
    }));
    addRoute(app, cancelImport, async ({ params: { id } }) => {
      const isEnded = await cancelJob(accounts, id, now(), cancelled().message);
      const job = await findJob(accounts, id);
      if (job === undefined) throw new AppError('not-found', 'There is no such import.');
      if (!isEnded && job.state === 'publishing')
        throw new AppError('conflict', 'It is being stored already, and cannot be cancelled any more.');
      return { data: shownRun(job) };
    });
  };
}

const shownRun = (job: ImportJobRow): ImportRun => ({
  id: job.id,
  file_name: job.file_name,
  by: job.actor,
  state: job.state === 'publishing' ? 'storing' : job.state,
  lines_done: job.lines_done,
  lines_total: job.lines_total,
  started_at: new Date(job.started_at).toISOString(),
  ended_at: job.ended_at === null ? null : new Date(job.ended_at).toISOString(),
  // Kept from before it is stored; only what happened is told.
  result: job.result === null || job.ended_at === null ? null : (JSON.parse(job.result) as ImportAnswer),
  failure: job.failure,
});
