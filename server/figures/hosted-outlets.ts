import type { Scope } from '#domain/role.ts';
import { END_OF_TIME_MS } from './asked/time-range.ts';
import type { Keeper } from './keep/kept.ts';
import { inTwoParts } from './keep/two-parts.ts';
import type { Needs } from './needs.ts';
import { clipAll, type Interval, splitAtLateWeeks } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { findHostedOutlets, type HostedOutlets } from './read/first-events-queries.ts';

const NOBODY: HostedOutlets = new Map();

/** Where an advertiser's campaigns ever ran: its past is kept until late events change it, the last minutes are read anew. */
export function createHostedOutlets(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Keeper,
): (scope: Scope) => Promise<HostedOutlets | null> {
  const past = answers<HostedOutlets>('sealedHosts');
  const inParts = { settled: answers<HostedOutlets>('settledHosts'), recent: answers<HostedOutlets>('recentHosts') };
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
      (await Promise.all(times.map((time) => findHostedOutlets(events, scope, time, archive)))).reduce(join, NOBODY);
    const [before, [then, since]] = await Promise.all([
      quiet.length === 0 ? NOBODY : past.get(scope, name, () => read(quiet)),
      inTwoParts(inParts, scope, asked, (fromMs, toMs) =>
        read(clipAll([...late, { fromMs: sealedMs, toMs: END_OF_TIME_MS }], fromMs, toMs)),
      ),
    ]);
    return joinOnce(before, then, since);
  };
}

/** Joins the same three parts once: they stay the same objects until something changes. */
function createJoin(): (before: HostedOutlets, then: HostedOutlets, since: HostedOutlets) => HostedOutlets {
  const kept = new WeakMap<HostedOutlets, { before: HostedOutlets; since: HostedOutlets; joined: HostedOutlets }>();
  return (before, then, since) => {
    const known = kept.get(then);
    if (known?.before === before && known.since === since) return known.joined;
    const joined = join(join(before, then), since);
    kept.set(then, { before, since, joined });
    return joined;
  };
}

/** The outlets of both; the sets of the first are taken as they are where the second has nothing new. */
function join(a: HostedOutlets, b: HostedOutlets): HostedOutlets {
  const joined = new Map(a);
  for (const [customerKey, outlets] of b) {
    const known = joined.get(customerKey);
    const isNew = known === undefined || [...outlets].some((outletKey) => !known.has(outletKey));
    if (isNew) joined.set(customerKey, new Set([...(known ?? []), ...outlets]));
  }
  return joined;
}
