import type { Scope } from '#domain/role.ts';
import { createIdentityMemo } from '../memory/memoize-by-identity.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import { inTwoParts } from './cache/two-parts.ts';
import type { Needs } from './needs.ts';
import { clipAll, type Interval, splitAtLateWeeks } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { END_OF_TIME_MS } from './query/time-range.ts';
import { type CampaignOutlets, findCampaignOutlets, type HostedOutlets } from './read/first-events-queries.ts';

const NONE: CampaignOutlets = { valid: new Map(), all: new Map() };

/**
 * Creates a function that reads the outlets where an advertiser's campaigns ever ran. The function returns null for
 * other scopes. The cache keeps the past until a late event changes it, and the last minutes until any event.
 */
export function createCampaignOutlets(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: FigureCache,
): (scope: Scope) => Promise<CampaignOutlets | null> {
  const past = answers<CampaignOutlets>('sealedHosts');
  const inParts = {
    settled: answers<CampaignOutlets>('settledHosts'),
    recent: answers<CampaignOutlets>('recentHosts'),
  };
  const joinOnce = createJoin();
  return async (scope) => {
    if (scope.kind !== 'advertiser') return null;
    const { archiveVersion, lateWeeks, seal } = await readSealState();
    const { archive, generation, watermark } = seal;
    const sealedMs = generation === 0 ? 0 : Date.parse(watermark);
    const name = `${generation}|${archiveVersion}|${lateWeeks}`;
    const asked = { name, settledMs: Math.max(settledTime.until(), sealedMs) };
    const { quiet, late } = splitAtLateWeeks({ fromMs: 0, toMs: sealedMs }, lateWeeks);
    const read = async (times: readonly Interval[]) =>
      (await Promise.all(times.map((time) => findCampaignOutlets(events, scope, time, archive)))).reduce(join, NONE);
    const [before, [then, since]] = await Promise.all([
      quiet.length === 0 ? NONE : past.get(scope, name, () => read(quiet)),
      inTwoParts(inParts, scope, asked, (fromMs, toMs) =>
        read(clipAll([...late, { fromMs: sealedMs, toMs: END_OF_TIME_MS }], fromMs, toMs)),
      ),
    ]);
    return joinOnce(before, then, since);
  };
}

/**
 * Creates a function that joins the parts. The function returns the same object until an outlet is added, so that
 * derived results can be cached with that object.
 */
function createJoin(): (before: CampaignOutlets, then: CampaignOutlets, since: CampaignOutlets) => CampaignOutlets {
  const joined = createIdentityMemo<CampaignOutlets>();
  return (before, then, since) =>
    join(
      joined([before, then], () => join(before, then)),
      since,
    );
}

function join(a: CampaignOutlets, b: CampaignOutlets): CampaignOutlets {
  const [valid, all] = [joinOutlets(a.valid, b.valid), joinOutlets(a.all, b.all)];
  return valid === a.valid && all === a.all ? a : { valid, all };
}

/** Returns the union of two sets of outlets, or `a` itself if `b` adds nothing. */
function joinOutlets(a: HostedOutlets, b: HostedOutlets): HostedOutlets {
  let joined: Map<number, ReadonlySet<number>> | null = null;
  for (const [customerKey, outlets] of b) {
    const known = a.get(customerKey);
    const isNew = known === undefined || [...outlets].some((outletKey) => !known.has(outletKey));
    if (!isNew) continue;
    joined ??= new Map(a);
    joined.set(customerKey, new Set([...(known ?? []), ...outlets]));
  }
  return joined ?? a;
}
