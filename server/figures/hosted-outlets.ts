import type { Scope } from '#domain/role.ts';
import { createSharedAnswers } from '../memory/shared-answers.ts';
import { type Freshness, scopeName } from './keep/freshness.ts';
import { createSettledAnswers, type SettledTime } from './keep/settled-time.ts';
import type { Needs } from './needs.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { findHostedOutlets } from './read/first-events-queries.ts';

/** Outlet keys by customer key. */
export type HostedOutlets = ReadonlyMap<number, ReadonlySet<number>>;

const NOBODY: HostedOutlets = new Map();

/** Where an advertiser's campaigns ever ran: its past is kept until late events change it, the last minutes are read anew. */
export function createHostedOutlets(
  { config, events }: Pick<Needs, 'config' | 'events'>,
  readSealState: ReadSealState,
  freshness: Freshness,
  settled: SettledTime,
): (scope: Scope) => Promise<HostedOutlets | null> {
  const past = createSharedAnswers<HostedOutlets>({ maxAgeMs: Number.POSITIVE_INFINITY, most: 32 });
  const raw = createSettledAnswers<HostedOutlets>(config, freshness, settled, 32);
  const joinOnce = createJoin();
  return async (scope) => {
    if (scope.kind !== 'advertiser') return null;
    const { late, seal } = await readSealState();
    const { generation, watermark } = seal;
    const sealedMs = generation === 0 ? 0 : Date.parse(watermark);
    const settledMs = Math.max(settled.until(), sealedMs);
    const name = `${scopeName(scope)}|${generation}|${late.version}`;
    const [before, [then, since]] = await Promise.all([
      sealedMs === 0
        ? NOBODY
        : past.get(
            name,
            () => 0,
            () => findHostedOutlets(events, scope, { fromMs: 0, toMs: sealedMs }, seal.archive),
          ),
      raw.get(name, scope, settledMs, (fromMs, toMs) =>
        findHostedOutlets(events, scope, { fromMs: Math.max(fromMs, sealedMs), toMs }, seal.archive),
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
