import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Compile } from 'typebox/compile';
import { FAULT_KINDS, type FaultKind, OutletEvent } from '#contract/ingest.ts';
import { readWattHours } from '#domain/energy-reading.ts';
import { normalEui } from '#domain/eui.ts';
import { eventTimeProblem, parseInstant } from '#domain/event-time.ts';
import type { EventKind } from '#event-store/event-store.ts';
import { MALFORMED } from '../receive/read-events.ts';
import { clockRejection, type Rejection, rejection } from './rejection.ts';

const UNKNOWN = '::';

/**
 * Returns the address to store: its /24 or /48, or the full address if the operator has configured that
 * (docs/decisions.md#who-sees-what). Returns '::' if none was sent, and null if the text is not an address.
 */
export function storedIp(text: string | undefined, storeFull: boolean): string | null {
  if (text === undefined) return UNKNOWN;
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 4) return storeFull ? text : shortIpv4(text);
  if (version !== 6) return null;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return storedIp(address.toIPv4Address().toString(), storeFull);
  if (storeFull) return address.toString();
  return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}

const shortIpv4 = (text: string): string => `${text.slice(0, text.lastIndexOf('.'))}.0`;

/** An event whose content is valid. Its outlet, view and flight are not checked yet. */
export type CheckedEvent = {
  readonly id: string;
  readonly kind: EventKind | 'heartbeat' | 'fault';
  readonly eui: string;
  readonly timestampMs: number;
  /** The view that a click or burn names; null for all other events. */
  readonly viewId: string | null;
  /** Null if the event names no flight. */
  readonly flightCode: string | null;
  readonly fingerprint: string;
  readonly ip: string;
  /** Determined from the full address, which may not be stored. */
  readonly isDataCentre: boolean;
  /** Whether the event's access key is used from many networks. */
  readonly isSpread: boolean;
  readonly cryptic: string;
  /** The fault that the event reports; null for all other events. */
  readonly fault: FaultKind | null;
  /** The charge's metered energy; null if the outlet did not meter it. */
  readonly energyMilliWh: number | null;
  /** Reading of the outlet's cumulative meter; null if none was sent. */
  readonly registerMilliWh: number | null;
  /** Whether an energy value or meter reading was sent but could not be parsed. */
  readonly isEnergyUnreadable: boolean;
};

const schema = Compile(OutletEvent);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Control characters and unpaired surrogates (docs/threat-model.md#f12). */
const UNCLEAN = /[\p{Cc}\p{Cs}]/u;
const NO_FINGERPRINT = '0'.repeat(32);

export type CheckOptions = {
  readonly nowMs: number;
  /** Whether the server's clock is known to be wrong. If so, no event is rejected permanently because of its time. */
  readonly isClockWrong: boolean;
  readonly storeFullIps: boolean;
  readonly isDataCentre: (address: string) => boolean;
  readonly isSpread?: boolean;
};

/** Checks one parsed event against the contract, the clock and the rules that need no lookup. */
export function checkEvent(raw: unknown, options: CheckOptions): CheckedEvent | Rejection {
  if (raw === MALFORMED) return rejection('malformed');
  if (!schema.Check(raw)) return { code: 'invalid', reason: whatIsInvalid(raw) };
  const timestampMs = parseInstant(raw.timestamp);
  if (timestampMs === null) return rejection('bad_timestamp');
  const problem = eventTimeProblem(timestampMs, options.nowMs);
  if (problem !== null) return clockRejection(problem, options.isClockWrong);
  const ip = storedIp(raw.ip ?? undefined, options.storeFullIps);
  if (ip === null) return rejection('bad_ip');
  const [flight, cryptic, viewId] = [raw.flight ?? '', raw.cryptic ?? '', raw.view_id ?? ''];
  if (UNCLEAN.test(flight) || UNCLEAN.test(cryptic)) return rejection('bad_text');
  const namesView = raw.type === 'click' || raw.type === 'burn';
  if (namesView && viewId === '') return rejection('missing_view_id');
  if (namesView && !UUID.test(viewId)) return rejection('bad_view_id');
  const fault = raw.type === 'fault' ? (raw.fault ?? null) : null;
  if (raw.type === 'fault' && fault === null) return rejection('missing_fault');
  const [energy, register] = [readWattHours(raw.energy_wh), readWattHours(raw.register_wh)];
  return {
    id: raw.id.toLowerCase(),
    kind: raw.type,
    eui: normalEui(raw.eui),
    timestampMs,
    viewId: namesView ? viewId.toLowerCase() : null,
    flightCode: flight === '' ? null : flight,
    fingerprint: raw.fingerprint?.toLowerCase() ?? NO_FINGERPRINT,
    ip,
    isSpread: options.isSpread ?? false,
    isDataCentre: raw.ip !== undefined && raw.ip !== null && options.isDataCentre(raw.ip),
    cryptic,
    fault,
    energyMilliWh: energy === 'unreadable' ? null : energy,
    registerMilliWh: register === 'unreadable' ? null : register,
    isEnergyUnreadable: energy === 'unreadable' || register === 'unreadable',
  };
}

const FIELD_RULES: Readonly<Record<string, string>> = {
  id: 'must be a UUID, such as 0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa',
  type: 'must be view, click, burn, heartbeat or fault',
  eui: 'must be 16 hexadecimal digits',
  timestamp: 'must be text of at most 40 characters',
  view_id: 'must be the UUID of the view',
  fingerprint: 'must be 32 hexadecimal digits',
  ip: 'must be text of at most 45 characters',
  flight: 'must be text of at most 64 characters',
  cryptic: 'must be text of at most 128 characters',
  fault: `must be one of ${FAULT_KINDS.join(', ')}`,
  energy_wh: 'must be a number of watt-hours',
  register_wh: 'must be a number of watt-hours',
};
const REQUIRED = ['id', 'type', 'eui', 'timestamp'] as const;

function whatIsInvalid(raw: unknown): string {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return 'An event must be a JSON object.';
  const missing = REQUIRED.find((name) => !Object.hasOwn(raw, name));
  if (missing !== undefined) return `"${missing}" is missing; it ${FIELD_RULES[missing]}.`;
  const unknown = Object.keys(raw).find((name) => !Object.hasOwn(FIELD_RULES, name));
  if (unknown !== undefined) {
    const allowed = Object.keys(FIELD_RULES).join(', ');
    return `The field ${JSON.stringify(unknown.slice(0, 40))} is not accepted. Allowed fields are ${allowed}.`;
  }
  const path = schema.Errors(raw)[0]?.instancePath.slice(1).split('/')[0] ?? '';
  return `"${path}" ${FIELD_RULES[path] ?? 'has a value that is not accepted'}.`;
}
