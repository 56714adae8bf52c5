import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cancelImport, type ImportAnswer, type ImportRun, listImports } from '#contract/imports.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { cancelImportOf, cancelled } from '../../imports/import-jobs.ts';
import { findJob, findJobsOf, type ImportJobRow } from '../../imports/import-jobs-queries.ts';

const MOST_SHOWN = 5;

/**
 * Registers the routes for imports, which run in any process, and for the results of the last imports. Users find these
 * results after leaving the page.
 */
export function importRoutes({ accounts, now }: Pick<Dependencies, 'accounts' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listImports, async (request) => {
      const jobs = await findJobsOf(accounts, request.query.kind, MOST_SHOWN);
      return { data: jobs.map((job) => shownTo(request, job)) };
    });
    addRoute(app, cancelImport, async (request) => {
      const { id } = request.params;
      const author = authorOf(request);
      const before = await findJob(accounts, id);
      if (before === undefined) throw new AppError('not-found', 'Import not found.');
      const said =
        before.actor === author.actor ? cancelled().message : `Canceled by ${author.actor}. Nothing was imported.`;
      const isEnded = await cancelImportOf(accounts, before, { author, at: now(), failure: said });
      const job = (await findJob(accounts, id)) ?? before;
      if (!isEnded && job.state === 'publishing')
        throw new AppError('conflict', 'The import is already being saved and can’t be canceled.');
      return shownTo(request, job);
    });
  };
}

/** Hides the content of other people's files from demo visitors. */
function shownTo(request: FastifyRequest, job: ImportJobRow): ImportRun {
  const run = shownRun(job);
  if (!isVisit(request) || job.actor_id === authorOf(request).actorId) return run;
  return { ...run, file_name: 'A file', result: run.result && { ...run.result, findings: [] } };
}

function statusOf({ state, turn, lines_done: done, lines_total: total }: ImportJobRow): ImportRun['status'] {
  if (state === 'publishing') return 'storing';
  return state === 'checking' && turn === null && total > 0 && done >= total ? 'waiting' : state;
}

const shownRun = (job: ImportJobRow): ImportRun => ({
  id: job.id,
  file_name: job.file_name,
  actor: job.actor,
  status: statusOf(job),
  lines_done: job.lines_done,
  lines_total: job.lines_total,
  started_at: new Date(job.started_at).toISOString(),
  ended_at: job.ended_at === null ? null : new Date(job.ended_at).toISOString(),
  // The result is written before the job is stored, so only a finished job shows it.
  result: job.result === null || job.ended_at === null ? null : (JSON.parse(job.result) as ImportAnswer),
  failure: job.failure,
});
