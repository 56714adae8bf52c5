import { queryOptions } from '@tanstack/react-query';
import { getLetterhead, type LetterheadForm, setLetterhead } from '#contract/letterhead.ts';
import { request } from '../../lib/api-client.ts';

export const LETTERHEAD = ['letterhead'] as const;

export const letterheadQuery = queryOptions({
  queryKey: LETTERHEAD,
  queryFn: ({ signal }) => request(getLetterhead, { signal }),
});

export const sendLetterhead = (body: LetterheadForm) => request(setLetterhead, { body });
