import type { EventResult } from '#contract/ingest.ts';
import { AppError } from '../http/app-error.ts';
import type { Ingestor } from '../ingestor.ts';
import type { Metrics } from './metrics.ts';

/** Wraps the ingestor to count events by result. The counters are updated once per batch instead of once per event. */
export function measureIngestor(ingestor: Ingestor, metrics: Metrics | null): Ingestor {
  if (metrics === null) return ingestor;
  const { events, pendingEvents } = metrics;
  return {
    accept: async (batch, key) => {
      const size = 'read' in batch ? batch.atMost : batch.length;
      pendingEvents.inc(size);
      try {
        const results = await ingestor.accept(batch, key);
        for (const { result, reason, count } of tallied(results)) events.inc({ result, reason }, count);
        return results;
      } catch (error) {
        events.inc(fateOf(error), size);
        throw error;
      } finally {
        pendingEvents.dec(size);
      }
    },
    close: () => ingestor.close(),
  };
}

type Fate = { readonly result: string; readonly reason: string };

function tallied(results: readonly EventResult[]): (Fate & { readonly count: number })[] {
  const tally = new Map<string, Fate & { count: number }>();
  for (const answer of results) {
    const { result, reason } = fateOfEvent(answer);
    const name = reason === '' ? result : `${result} ${reason}`;
    const known = tally.get(name);
    if (known === undefined) tally.set(name, { result, reason, count: 1 });
    else known.count += 1;
  }
  return [...tally.values()];
}

/** Returns the labels for an event. Reasons are the ingestion API's codes, which are a fixed list. */
function fateOfEvent({ status, code = '', counted, reason = '', retry_after }: EventResult): Fate {
  if (status === 'accepted')
    return counted === false ? { result: 'uncounted', reason } : { result: status, reason: '' };
  if (status === 'duplicate') return { result: status, reason: code };
  if (retry_after !== undefined) return { result: 'later', reason: code };
  return { result: code === 'not_storable' ? code : 'refused', reason: code };
}

function fateOf(error: unknown): Fate {
  if (!(error instanceof AppError)) return { result: 'later', reason: 'failed' };
  if (error.statusCode === 429) return { result: 'later', reason: 'queue_full' };
  if (error.statusCode === 503) return { result: 'later', reason: 'store_unavailable' };
  return { result: 'refused', reason: 'unreadable' };
}
