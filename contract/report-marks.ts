import * as Type from 'typebox';
import { CalendarDate, RowId, TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';

export const MARK_LENGTH = 120;

/** An annotation for a day, shown next to that day's figures. */
export const ReportMark = Type.Object({
  /** The ID of a manual annotation. Null for automatic ones. */
  id: Type.Union([Type.String(), Type.Null()]),
  /** `YYYY-MM-DD` in the requested time zone. */
  day: Type.String(),
  kind: Type.Union([
    Type.Literal('note'),
    Type.Literal('share'),
    Type.Literal('price'),
    Type.Literal('flight_began'),
    Type.Literal('flight_ended'),
    Type.Literal('flight_cancelled'),
    Type.Literal('outage'),
  ]),
  words: Type.String(),
  /** Whether the user created the annotation, and so may delete it. */
  own: Type.Boolean(),
});
export type ReportMark = Type.Static<typeof ReportMark>;

const Marks = Type.Object({ data: Type.Array(ReportMark) });

export const listReportMarks = {
  method: 'GET',
  url: '/report-marks',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary:
    'List what happened in a date range: changed prices and shares, started, ended and canceled flights, outages, and notes',
  schema: {
    querystring: Type.Object(
      { from: CalendarDate, to: CalendarDate, tz: Type.Optional(TimeZone) },
      { additionalProperties: false },
    ),
    response: { 200: Marks },
  },
} as const satisfies Endpoint;

export const NewReportMark = Type.Object(
  { day: CalendarDate, words: Type.String({ minLength: 1, maxLength: MARK_LENGTH }) },
  { additionalProperties: false },
);
export type NewReportMark = Type.Static<typeof NewReportMark>;

export const addReportMark = {
  method: 'POST',
  url: '/report-marks',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Add a note to a day; your whole organization sees it',
  schema: { body: NewReportMark, response: { 200: ReportMark } },
} as const satisfies Endpoint;

export const deleteReportMark = {
  method: 'DELETE',
  url: '/report-marks/:id',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Remove one of your notes',
  schema: { params: Type.Object({ id: RowId }), response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;
