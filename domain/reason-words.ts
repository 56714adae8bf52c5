import type { InvalidReason } from '#contract/ingest.ts';

/** Why events do not count, as people call it. */
export const REASON_WORDS: Readonly<Record<InvalidReason, string>> = {
  play_forged: 'Forged play',
  play_expired: 'Expired play',
  play_elsewhere: 'Play of another outlet',
  play_mismatch: 'Another play',
  unsigned: 'Without a play',
  repeated: 'Repeated',
  paused: 'Flight paused',
  over_budget: 'Over budget',
  visitor_pace: 'Visitor too fast',
  outlet_pace: 'Outlet too fast',
  data_centre: 'Data centre',
  outlet_silent: 'Outlet silent',
};
