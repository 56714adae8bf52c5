import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RangePreset } from '#contract/common.ts';
import { type ExplainedBy, type ExplainedFigure, explainFigure } from '#contract/explain.ts';
import { request } from '../lib/api-client.ts';

/** The figure to explain, with the parameters of the call that returned it. */
export type ExplainAsked = {
  readonly figure: ExplainedFigure;
  readonly range?: RangePreset;
  readonly from?: string;
  readonly to?: string;
  readonly tz?: string;
  readonly cid?: string;
  /** A JSON object of lists, as reports accept it. */
  readonly filters?: string;
  readonly known_on?: string;
  /** A document. For one of its lines, `line` holds the line's position, or its name if the document is not final. */
  readonly document?: string;
  readonly line?: string;
  /** The month of billed or owed amounts. */
  readonly month?: string;
  /** EUI of an outlet; its figure counts from the start of its current placement. */
  readonly outlet?: string;
  /** A payment, a payout or a payout run; a flight or campaign with its plan. */
  readonly of?: string;
  /** JSON of a contract trial: explains what the days would have cost under it. */
  readonly trial?: string;
};

/**
 * Query of an explanation. `by` null leaves the choice of parts to the server. It is refetched on every opening,
 * because the reader asks about the number shown now.
 */
export const explainQuery = (asked: ExplainAsked, by: ExplainedBy | null, cursor: string | null) =>
  queryOptions({
    queryKey: ['explain', asked, by, cursor] as const,
    queryFn: ({ signal }) =>
      request(explainFigure, {
        query: { ...asked, ...(by === null ? {} : { by }), ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    meta: { errors: 'part' },
  });
