import { parse } from 'node:querystring';
import type * as Type from 'typebox';
import { getReport } from '#contract/reports.ts';
import type { Scope } from '#domain/role.ts';
import { EventsUnavailableError } from '#event-store/event-store.ts';
import { createFigures, type Figures } from '../../figures/figures.ts';
import type { Needs } from '../../figures/needs.ts';
import { createSealState } from '../../figures/plan/seal-state.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseWrongQuery } from '../../http/validate-strictly.ts';
import { createLiveChanges } from '../../live/live-changes.ts';
import { makeReport } from './make-report.ts';
import { readReportRequest } from './read-report-request.ts';
import { type TraceRecorder, traceText } from './trace-text.ts';

/** Whose report it is: an administrator's, or that of a customer. */
type TraceAs = { readonly kind: 'all' } | { readonly kind: 'owner' | 'advertiser'; readonly customerId: string };

type TraceNeeds = Omit<Needs, 'events' | 'live'> & { readonly recorder: TraceRecorder };

type Trace = {
  /** The statements; null if none was sent. */
  readonly text: string | null;
  /** Why there is no report; null if there is one. */
  readonly refusal: string | null;
};

/**
 * Makes a report as `GET /api/reports` does, and describes each statement that it sent to the events store. The caches
 * are new, so they hide no statement.
 */
export async function traceReport(
  { recorder, ...stores }: TraceNeeds,
  { query, as }: { readonly query: string; readonly as: TraceAs },
): Promise<Trace> {
  // The caches live as long as the report, so they do not follow later changes.
  const reading = { ...stores, events: recorder.reader, live: createLiveChanges() };
  const figures = createFigures(reading);
  const words = query.replace(/^[^?]*\?/, '');
  try {
    const scope = await scopeOf(figures, as);
    const request = await readReportRequest({ ...reading, figures }, scope, parseQuery(words));
    const refusal = await refusalOf(makeReport({ ...reading, figures }, request.question, request.asked, request.page));
    if (refusal !== null && recorder.reads.length === 0) return { text: null, refusal };
    const { question, asked } = request;
    const clock = await figures.clockOf(question);
    const state = await createSealState(reading)();
    return { text: await traceText({ query: words, question, asked, clock, state, recorder }), refusal };
  } catch (error) {
    if (error instanceof AppError) return { text: null, refusal: error.message };
    throw error;
  }
}

function parseQuery(text: string): Type.Static<typeof getReport.schema.querystring> {
  const { querystring } = getReport.schema;
  const query = parse(text);
  refuseWrongQuery(querystring, query);
  return query;
}

async function scopeOf(figures: Figures, as: TraceAs): Promise<Scope> {
  if (as.kind === 'all') return as;
  const customer = (await figures.network()).customerById.get(as.customerId);
  if (customer === undefined) throw new AppError('not-found', 'There is no such customer.');
  return { kind: as.kind, customerId: customer.id, customerKey: customer.key };
}

/** Why a report failed. The statements before the failure are still of use. */
async function refusalOf(report: Promise<unknown>): Promise<string | null> {
  try {
    await report;
    return null;
  } catch (error) {
    if (error instanceof AppError || error instanceof EventsUnavailableError) return error.message;
    throw error;
  }
}
