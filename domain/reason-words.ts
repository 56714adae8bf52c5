import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import { REASON_ENTRIES } from './invalid-traffic.ts';

/** Names of the reasons on screens and documents. */
export const REASON_WORDS = Object.fromEntries(
  INVALID_REASONS.map((reason) => [reason, REASON_ENTRIES[reason].name]),
) as Readonly<Record<InvalidReason, string>>;
