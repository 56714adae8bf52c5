import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../web/lib/api-client.ts';
import { HAS_BACKEND } from '../../../web/lib/backend-flag.ts';
import { getAnalytics } from '../../contract/analytics.ts';
import { analyticsSample } from '../../samples/analytics-sample.ts';

const BUILT_IN_SAMPLE = 42;

/**
 * Queries the page's figures: from the server, or the built-in sample without a server (docs/specification.md#calls).
 */
export const analyticsQuery = () =>
  queryOptions({
    queryKey: ['showcase', 'analytics'] as const,
    queryFn: ({ signal }) => (HAS_BACKEND ? request(getAnalytics, { signal }) : analyticsSample(BUILT_IN_SAMPLE)),
    refetchOnWindowFocus: false,
  });
