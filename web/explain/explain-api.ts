import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RangePreset } from '#contract/common.ts';
import { type ExplainedBy, type ExplainedFigure, explainFigure } from '#contract/explain.ts';
import { request } from '../lib/api-client.ts';

/** The figure to explain, with the parameters of the request that returned it. */
export type ExplainAsked = {
  readonly figure: ExplainedFigure;
  readonly range?: RangePreset;
  readonly from?: string;
  readonly to?: string;
  readonly tz?: string;
  readonly cid?: string;
  /** Filters as a JSON object of lists, in the same format as for reports. */
  readonly filters?: string;
  readonly known_on?: string;
  /**
   * The ID of a document. To explain one line, `line` is the line's position, or its name if the document is not final.
   */
  readonly document?: string;
  readonly line?: string;
  /** The month of the billed or owed amounts. */
  readonly month?: string;
  /** An outlet's EUI. Its figure starts at the outlet's current assignment. */
  readonly outlet?: string;
  /** The ID of a payment, payout or payout run, or of the flight or campaign whose plan is explained. */
  readonly of?: string;
  /** A contract trial as JSON. The explanation then shows what the days would have cost under that contract. */
  readonly trial?: string;
};

/**
 * Queries an explanation. If `by` is null, the server chooses how to split the figure. Refetches each time the panel
 * opens, because the user asks about the number that is currently shown.
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
