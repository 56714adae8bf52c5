import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import type { EventCounts, InvalidOfReason, Judged } from '#contract/traffic.ts';
import { dollars } from '#domain/money.ts';
import type { InvalidCounts } from '../read/invalid-queries.ts';

const NOTHING: EventCounts = { views: 0, clicks: 0, burns: 0 };

export const addUpEvents = (all: readonly EventCounts[]): EventCounts =>
  all.reduce(
    (sum, one) => ({ views: sum.views + one.views, clicks: sum.clicks + one.clicks, burns: sum.burns + one.burns }),
    NOTHING,
  );

/** Adds up the invalid counts from several sources. */
export function addUpInvalid(
  all: Iterable<ReadonlyMap<InvalidReason, InvalidCounts>>,
): ReadonlyMap<InvalidReason, InvalidCounts> {
  const total = new Map<InvalidReason, InvalidCounts>();
  for (const reasons of all)
    for (const [reason, counts] of reasons) {
      const known = total.get(reason) ?? { ...NOTHING, withheldMicros: 0n };
      const withheldMicros = known.withheldMicros + counts.withheldMicros;
      total.set(reason, { ...addUpEvents([known, counts]), withheldMicros });
    }
  return total;
}

/** Returns gross counts, invalid counts by reason, and net counts, in the form that every role sees. */
export function shownJudged(net: EventCounts, invalid: ReadonlyMap<InvalidReason, InvalidCounts>): Judged {
  const reasons = INVALID_REASONS.flatMap((reason): InvalidOfReason[] => {
    const counts = invalid.get(reason);
    if (counts === undefined) return [];
    const { withheldMicros, ...rest } = counts;
    return [{ reason, ...rest, withheld: dollars(withheldMicros) }];
  });
  return { gross: addUpEvents([net, ...reasons]), net: addUpEvents([net]), invalid: reasons };
}
