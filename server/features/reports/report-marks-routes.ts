import type { FastifyInstance } from 'fastify';
import { v7 as newId } from 'uuid';
import { addReportMark, deleteReportMark, listReportMarks } from '#contract/report-marks.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { hasInvisible, plainText } from '#domain/plain-text.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { keeperOf } from './keep-reports.ts';
import { listAnnotations } from './list-annotations.ts';
import { countNotesOf, deleteNote, insertNote } from './report-marks-queries.ts';

/** Limit per account. More notes would be too dense to read, and programs that write notes need a limit. */
const MOST_NOTES = 500;

/** Marks on the time axis of reports (docs/business-rules.md#reports). */
export function reportMarkRoutes(needs: Pick<Dependencies, 'accounts' | 'figures' | 'now'>) {
  const { accounts, now } = needs;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listReportMarks, async (request) => {
      const reader = { scope: scopeOfRequest(request), userId: callerOf(request).userId };
      return { data: await listAnnotations(needs, reader, request.query) };
    });

    addRoute(app, addReportMark, async (request) => {
      // All visitors of a demo could read any note.
      refuseDemoAccount(request);
      const { day } = request.body;
      const words = plainText(request.body.words);
      if (!isCalendarDate(day)) throw new FieldError({ day: 'There is no such day.' });
      if (words === '' || hasInvisible(words)) throw new FieldError({ words: 'Say in a few words what happened.' });
      const { customerId, userId } = keeperOf(request);
      const id = newId();
      const at = now();
      await accounts.transaction().execute(async (tx) => {
        // Serializes, so that concurrent requests cannot exceed the limit.
        await takeAuditTurn(tx);
        if ((await countNotesOf(tx, { customerId, userId })) >= MOST_NOTES)
          throw new AppError(
            'conflict',
            `You have ${MOST_NOTES} notes already. Remove one that is needed no longer first.`,
          );
        await insertNote(tx, { id, user_id: userId, customer_id: customerId, day, words, created_at: at });
        const entry = { at, action: 'report.mark-made', subject: words, detail: { mark: id, day } };
        await writeAudit(tx, { ...authorOf(request), ...entry });
      });
      return { id, day, kind: 'note', words, own: true };
    });

    addRoute(app, deleteReportMark, async (request) => {
      const { id } = request.params;
      await accounts.transaction().execute(async (tx) => {
        const gone = await deleteNote(tx, id, keeperOf(request));
        if (gone === undefined) throw new AppError('not-found', 'There is no such note of yours.');
        const entry = {
          at: now(),
          action: 'report.mark-removed',
          subject: gone.words,
          detail: { mark: id, day: gone.day },
        };
        await writeAudit(tx, { ...authorOf(request), ...entry });
      });
      return { status: true };
    });
  };
}
