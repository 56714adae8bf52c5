import type { FastifyInstance } from 'fastify';
import { v7 as newId } from 'uuid';
import { addReportMark, deleteReportMark, listReportMarks, type ReportMark } from '#contract/report-marks.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { counted, NOUNS, type Noun } from '#domain/counted.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { flightName } from '#domain/flight-name.ts';
import { hasInvisible, plainText } from '#domain/plain-text.ts';
import type { Scope } from '#domain/role.ts';
import { startOfDate, zonedDay } from '#domain/zoned-day.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readTimeZone } from '../../figures/query/time-range.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { keeperOf } from './keep-reports.ts';
import {
  countNotesOf,
  deleteNote,
  findFlightEdges,
  findNotes,
  findOutages,
  findPriceChanges,
  findShareChanges,
  insertNote,
} from './report-marks-queries.ts';

/**
 * Maximum number of notes per user. More notes would be too dense to read, and programs that write notes need a limit.
 */
const MOST_NOTES = 500;

/** Registers the routes for marks on the reports' time axis (docs/business-rules.md#reports). */
export function reportMarkRoutes(needs: Pick<Dependencies, 'accounts' | 'figures' | 'now'>) {
  const { accounts, now } = needs;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listReportMarks, async (request) => {
      const reader = { scope: scopeOfRequest(request), userId: callerOf(request).userId };
      return { data: await listAnnotations(needs, reader, request.query) };
    });

    addRoute(app, addReportMark, async (request) => {
      // All visitors to a demo could read any note, so demo accounts cannot add notes.
      refuseDemoAccount(request);
      const { day } = request.body;
      const words = plainText(request.body.words);
      if (!isCalendarDate(day)) throw new FieldError({ day: 'Enter a valid date.' });
      if (words === '' || hasInvisible(words)) throw new FieldError({ words: 'Enter a short note.' });
      const { customerId, userId } = keeperOf(request);
      const id = newId();
      const at = now();
      await accounts.transaction().execute(async (tx) => {
        // Serializes, so that concurrent requests cannot exceed the limit.
        await takeAuditTurn(tx);
        if ((await countNotesOf(tx, { customerId, userId })) >= MOST_NOTES)
          throw new AppError('conflict', `You already have ${MOST_NOTES} notes. Remove one that you no longer need.`);
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
        if (gone === undefined) throw new AppError('not-found', 'Note not found.');
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

type Needs = Pick<Dependencies, 'accounts' | 'figures'>;
type Asked = { readonly from: string; readonly to: string; readonly tz?: string };
type Outage = Awaited<ReturnType<typeof findOutages>>[number];
type Change = { readonly at: number; readonly words: string };

/** Maximum number of changes on a day that are listed separately. */
const FEW = 3;
const MOST_DAYS = 3_660;

/**
 * Lists the events in a range of days, as far as the scope may see them. An owner sees no flights, and an advertiser
 * no shares.
 */
async function listAnnotations(
  { accounts, figures }: Needs,
  { scope, userId }: { readonly scope: Scope; readonly userId: string },
  { from, to, tz }: Asked,
): Promise<ReportMark[]> {
  if (!isCalendarDate(from) || !isCalendarDate(to)) throw new AppError('invalid', 'Specify valid dates.');
  if (from > to) throw new AppError('invalid', 'The range must start before it ends.');
  if (addDays(from, MOST_DAYS) < to) throw new AppError('invalid', 'The range is too long. The maximum is ten years.');
  const { zone } = await figures.clockOf({ scope, timeZone: readTimeZone(tz) });
  const span = { fromMs: startOfDate(from, zone), toMs: startOfDate(addDays(to, 1), zone) };
  const customerId = scope.kind === 'all' ? null : scope.customerId;
  const seesFlights = scope.kind !== 'owner';
  const [notes, shares, prices, began, ended, cancelled, outages] = await Promise.all([
    findNotes(accounts, customerId, from, to),
    scope.kind === 'advertiser' ? [] : findShareChanges(accounts, customerId, span),
    seesFlights ? findPriceChanges(accounts, customerId, span) : [],
    seesFlights ? findFlightEdges(accounts, 'starts_at', customerId, span) : [],
    seesFlights ? findFlightEdges(accounts, 'ends_at', customerId, span) : [],
    seesFlights ? findFlightEdges(accounts, 'cancelled_at', customerId, span) : [],
    // Advertisers do not see outlets.
    scope.kind === 'advertiser' ? [] : findOutages(accounts, customerId, span),
  ]);
  const ofFlight = (verb: string) => (row: { at: number | null; code: string; label: string; name: string }) => ({
    at: row.at ?? 0,
    words: row.label === '' ? `${row.name} (${row.code}) ${verb}` : `${flightName(row)} of ${row.name} ${verb}`,
  });
  const ofShare = ({ at, name, share_ppm: ppm }: (typeof shares)[number]): Change => ({
    at,
    words: `The share of ${name} changed to ${ppm / 10_000}%`,
  });
  const marks = [
    ...notes.map(
      ({ day, id, user_id, words }): ReportMark => ({ id, day, kind: 'note', words, own: user_id === userId }),
    ),
    ...byDay('share', shares.map(ofShare), { one: 'share changed', other: 'shares changed' }, zone),
    ...byDay(
      'price',
      prices.map(ofFlight('changed its price')),
      { one: 'flight changed its price', other: 'flights changed their price' },
      zone,
    ),
    ...byDay('flight_began', began.map(ofFlight('started')), { one: 'flight started', other: 'flights started' }, zone),
    ...byDay('flight_ended', ended.map(ofFlight('ended')), { one: 'flight ended', other: 'flights ended' }, zone),
    ...byDay(
      'flight_cancelled',
      cancelled.map(ofFlight('was canceled')),
      { one: 'flight was canceled', other: 'flights were canceled' },
      zone,
    ),
    ...byDay('outage', outages.map(ofOutage), { one: 'outage started', other: 'outages started' }, zone).filter(
      ({ day }) => day >= from && day <= to,
    ),
  ];
  return marks.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
}

/**
 * Describes an outage by its alert's title. If the outage is over, puts the title in the past tense and adds the
 * duration.
 */
function ofOutage({ cause, ended_at: endedMs, raised_at: raisedMs, title }: Outage): Change {
  // `silent/<venue>/<outlet>/<since>`
  const at = Number(cause.split('/')[3] ?? raisedMs);
  const [what = title] = title.split(
    /: (?:no contact with any of its outlets|no outlet of the network is in contact)$/,
  );
  if (endedMs === null) return { at, words: what };
  const said = what.replace(/ is offline$/, ' was offline').replace(/ are offline$/, ' were offline');
  return { at, words: `${said} for ${lengthInWords(endedMs - at)}` };
}

const MINUTE = { one: 'minute', other: 'minutes' };
const HOUR = { one: 'hour', other: 'hours' };

function lengthInWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < 120) return counted(minutes, MINUTE);
  return minutes < 48 * 60 ? counted(Math.round(minutes / 60), HOUR) : counted(Math.round(minutes / 1_440), NOUNS.day);
}

/** Returns one mark per change on days with few changes, and a single mark on days with many. */
function byDay(kind: ReportMark['kind'], changes: readonly Change[], many: Noun, zone: string): ReportMark[] {
  const days = new Map<string, string[]>();
  for (const { at, words } of changes) {
    const { date } = zonedDay(at, zone);
    days.set(date, [...(days.get(date) ?? []), words]);
  }
  return [...days].flatMap(([day, words]) => {
    const said = words.length > FEW ? [counted(words.length, many)] : words;
    return said.map((one): ReportMark => ({ id: null, day, kind, words: one, own: false }));
  });
}
