import { INVALID_REASONS } from '#contract/ingest.ts';
import type { InvalidOfReason, InvalidTraffic, InvalidTrafficRow } from '#contract/traffic.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import type { InvalidCounts, JudgedFigures, TrafficQuestion } from '../../figures/judged-figures.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';

type Counts = InvalidTrafficRow['net'];
type Judged = Pick<InvalidTrafficRow, 'gross' | 'net' | 'invalid'>;

/** Rows of one answer. */
const MOST_ROWS = 1_000;
const NOTHING: Counts = { views: 0, clicks: 0, burns: 0 };

/** What the scope is told: days in their order, all else by how much of it does not count. */
export function showTraffic(
  network: Network,
  { by, scope }: Pick<TrafficQuestion, 'by' | 'scope'>,
  figures: JudgedFigures,
): Omit<InvalidTraffic, 'period'> {
  const keys = new Set([...figures.net.keys(), ...figures.invalid.keys()]);
  const rows = [...keys].map((key) => ({
    ...namesOf(network, scope, by, key),
    ...judged(figures.net.get(key) ?? NOTHING, figures.invalid.get(key) ?? new Map()),
  }));
  const ordered = rows.sort(by === 'day' ? byKey : byInvalid);
  const data = by === 'day' ? ordered.slice(-MOST_ROWS) : ordered.slice(0, MOST_ROWS);
  return {
    total: judged(addUp([...figures.net.values()]), totalOf(figures)),
    signed_views: figures.signedViews,
    data,
    left_out: rows.length - data.length,
    samples: figures.samples.map(({ timestampMs, kind, outletKey, flightKey, reason, withheldMicros }) => ({
      timestamp: new Date(timestampMs).toISOString(),
      type: kind,
      eui: network.outletByKey.get(outletKey)?.eui ?? '',
      outlet: outletName(network, outletKey),
      flight: flightKey === 0 ? '' : flightName(network, scope, flightKey),
      reason,
      withheld: dollars(withheldMicros),
    })),
  };
}

function namesOf(
  network: Network,
  scope: Scope,
  by: TrafficQuestion['by'],
  key: string,
): { key: string; name: string } {
  if (by === 'day') return { key, name: key };
  const number = Number(key);
  if (by === 'outlet') return { key: network.outletByKey.get(number)?.eui ?? '', name: outletName(network, number) };
  if (number === 0) return { key: '', name: '' };
  return { key: flightName(network, scope, number), name: flightName(network, scope, number) };
}

function outletName(network: Network, key: number): string {
  const outlet = network.outletByKey.get(key);
  return outlet === undefined || outlet.label === '' ? (outlet?.eui ?? '') : outlet.label;
}

/** Codes are the advertiser's own: an owner knows the flights of its outlets by number alone. */
const flightName = (network: Network, scope: Scope, key: number): string =>
  scope.kind === 'owner' ? `#${key}` : (network.flightCode.get(key) ?? `#${key}`);

function judged(net: Counts, invalid: ReadonlyMap<string, InvalidCounts>): Judged {
  const reasons = INVALID_REASONS.flatMap((reason): InvalidOfReason[] => {
    const counts = invalid.get(reason);
    if (counts === undefined) return [];
    const { withheldMicros, ...rest } = counts;
    return [{ reason, ...rest, withheld: dollars(withheldMicros) }];
  });
  return { gross: addUp([net, ...reasons]), net: addUp([net]), invalid: reasons };
}

const addUp = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, one) => ({ views: sum.views + one.views, clicks: sum.clicks + one.clicks, burns: sum.burns + one.burns }),
    NOTHING,
  );

function totalOf({ invalid }: JudgedFigures): ReadonlyMap<string, InvalidCounts> {
  const total = new Map<string, InvalidCounts>();
  for (const reasons of invalid.values())
    for (const [reason, counts] of reasons) {
      const known = total.get(reason) ?? { ...NOTHING, withheldMicros: 0n };
      total.set(reason, { ...addUp([known, counts]), withheldMicros: known.withheldMicros + counts.withheldMicros });
    }
  return total;
}

const byKey = (one: InvalidTrafficRow, other: InvalidTrafficRow) => (one.key < other.key ? -1 : 1);
const invalidOf = ({ gross, net }: InvalidTrafficRow) =>
  gross.views + gross.clicks + gross.burns - net.views - net.clicks - net.burns;
const byInvalid = (one: InvalidTrafficRow, other: InvalidTrafficRow) =>
  invalidOf(other) - invalidOf(one) || byKey(one, other);
