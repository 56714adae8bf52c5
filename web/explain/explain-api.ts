import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RangePreset } from '#contract/common.ts';
import { type ExplainedBy, type ExplainedFigure, explainFigure } from '#contract/explain.ts';
import { request } from '../lib/api-client.ts';

/** The figure that is explained, in the words of the call that told it. */
export type ExplainAsked = {
  readonly figure: ExplainedFigure;
  readonly range?: RangePreset;
  readonly from?: string;
  readonly to?: string;
  readonly tz?: string;
  readonly cid?: string;
  /** A JSON object of lists, as reports take it. */
  readonly filters?: string;
  readonly known_on?: string;
  /** A document, and where it is about a line the place of it, or its name where the document is not final. */
  readonly document?: string;
  readonly line?: string;
  /** Of what was billed or is owed. */
  readonly month?: string;
  /** EUI of an outlet, of which it is since it stands where it stands. */
  readonly outlet?: string;
  /** A payment, a payout or a payout run; a flight or campaign with its plan. */
  readonly of?: string;
  /** JSON of a contract trial: what the days would have come to under it. */
  readonly trial?: string;
};

/** `by` null leaves the choice to the server. Read anew whenever it is opened: it is asked because of what is seen now. */
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
