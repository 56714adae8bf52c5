import type { FaultKind } from '#contract/ingest.ts';

/** Names of the fault kinds. */
export const FAULT_WORDS: Readonly<Record<FaultKind, string>> = {
  surge: 'Surge',
  short_circuit: 'Short circuit',
  overload: 'Overload',
  overheating: 'Overheating',
  tamper: 'Tampering',
  power_lost: 'Power lost',
  power_back: 'Power back',
};
