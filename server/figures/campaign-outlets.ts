import type { Scope } from '#domain/role.ts';
import { END_OF_TIME_MS } from './asked/time-range.ts';
import type { Keeper } from './keep/kept.ts';
import { inTwoParts } from './keep/two-parts.ts';
import type { Needs } from './needs.ts';
import { clipAll, type Interval, splitAtLateWeeks } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { type CampaignOutlets, findCampaignOutlets, type HostedOutlets } from './read/first-events-queries.ts';

const NONE: CampaignOutlets = { valid: new Map(), all: new Map() };

/**
 * Reads where an advertiser's campaigns ever ran; null for other scopes. The past is cached until a late event changes it, the
 * last minutes are read again after every event.
 */
export function createCampaignOutlets(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Keeper,
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

/** Joins the same three parts once, so that the result is the same object until something changes. */
function createJoin(): (before: CampaignOutlets, then: CampaignOutlets, since: CampaignOutlets) => CampaignOutlets {
  const cache = new WeakMap<
    CampaignOutlets,
    { before: CampaignOutlets; since: CampaignOutlets; joined: CampaignOutlets }
  >();
  return (before, then, since) => {
    const known = cache.get(then);
    if (known?.before === before && known.since === since) return known.joined;
    const joined = join(join(before, then), since);
    cache.set(then, { before, since, joined });
    return joined;
  };
}

const join = (a: CampaignOutlets, b: CampaignOutlets): CampaignOutlets => ({
  valid: joinOutlets(a.valid, b.valid),
  all: joinOutlets(a.all, b.all),
});

/** The outlets of both. Reuses the sets of the first where the second adds nothing. */
function joinOutlets(a: HostedOutlets, b: HostedOutlets): HostedOutlets {
  const joined = new Map(a);
  for (const [customerKey, outlets] of b) {
    const known = joined.get(customerKey);
    const isNew = known === undefined || [...outlets].some((outletKey) => !known.has(outletKey));
    if (isNew) joined.set(customerKey, new Set([...(known ?? []), ...outlets]));
  }
  return joined;
}
