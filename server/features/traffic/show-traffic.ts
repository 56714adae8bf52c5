import type { InvalidTraffic, InvalidTrafficRow } from '#contract/traffic.ts';
import { outletName } from '#domain/eui.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import type { JudgedFigures, TrafficQuestion } from '../../figures/judged-figures.ts';
import { addUpEvents, addUpInvalid, shownJudged } from '../../figures/project/shown-invalid.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';

/** Rows of one response. */
const MOST_ROWS = 1_000;
const NOTHING = { views: 0, clicks: 0, burns: 0 };

/** What the scope sees: days in order, everything else by its invalid amount. */
export function showTraffic(
  network: Network,
  { by, scope }: Pick<TrafficQuestion, 'by' | 'scope'>,
  figures: JudgedFigures,
): Omit<InvalidTraffic, 'period'> {
  const keys = new Set([...figures.net.keys(), ...figures.invalid.keys()]);
  const rows = [...keys].map((key) => ({
    ...namesOf(network, scope, by, key),
    ...shownJudged(figures.net.get(key) ?? NOTHING, figures.invalid.get(key) ?? new Map()),
  }));
  const ordered = rows.sort(by === 'day' ? byKey : byInvalid);
  const data = by === 'day' ? ordered.slice(-MOST_ROWS) : ordered.slice(0, MOST_ROWS);
  return {
    total: shownJudged(addUpEvents([...figures.net.values()]), addUpInvalid(figures.invalid.values())),
    signed_views: figures.plays.signed,
    unsigned: { views: figures.plays.unsigned, amount: dollars(figures.plays.unsignedMicros) },
    data,
    left_out: rows.length - data.length,
    samples: figures.samples.map(({ timestampMs, kind, outletKey, flightKey, reason, withheldMicros }) => ({
      timestamp: new Date(timestampMs).toISOString(),
      type: kind,
      eui: network.outletByKey.get(outletKey)?.eui ?? '',
      outlet: nameOfOutlet(network, outletKey),
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
  if (by === 'outlet') return { key: network.outletByKey.get(number)?.eui ?? '', name: nameOfOutlet(network, number) };
  if (number === 0) return { key: '', name: '' };
  return { key: flightName(network, scope, number), name: flightName(network, scope, number) };
}

function nameOfOutlet(network: Network, key: number): string {
  const outlet = network.outletByKey.get(key);
  return outlet === undefined ? '' : outletName(outlet);
}

/** Codes are private to the advertiser: an owner sees the flights of its outlets only by number. */
const flightName = (network: Network, scope: Scope, key: number): string =>
  scope.kind === 'owner' ? `#${key}` : (network.flightCode.get(key) ?? `#${key}`);

/** Flights by the names that the scope sees. Unknown names are dropped, and names of other customers match nothing. */
export function flightKeys(network: Network, scope: Scope, names: readonly string[]): number[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return [...network.flightCode.keys()].filter((key) => wanted.has(flightName(network, scope, key).toLowerCase()));
}

const byKey = (one: InvalidTrafficRow, other: InvalidTrafficRow) => (one.key < other.key ? -1 : 1);
const invalidOf = ({ gross, net }: InvalidTrafficRow) =>
  gross.views + gross.clicks + gross.burns - net.views - net.clicks - net.burns;
const byInvalid = (one: InvalidTrafficRow, other: InvalidTrafficRow) =>
  invalidOf(other) - invalidOf(one) || byKey(one, other);
