import type { FaultKind } from '#contract/ingest.ts';

/**
 * Minutes of an hour (UTC, hours since 1970) in which an outlet was in contact: bit n of a half is its minute n. Two halves of 30,
 * because both engines and JavaScript keep that many bits exactly; a minute that is noted twice changes nothing.
 */
type ContactHourTable = {
  outlet_key: number;
  hour: number;
  first_half: number;
  second_half: number;
};

/** An hour (UTC, hours since 1970) in which something of an outlet arrived here, by the clock of the server. */
type ArrivalHourTable = {
  outlet_key: number;
  hour: number;
};

/** What an outlet said of itself; once for each id, like any event, and never money. */
type OutletFaultTable = {
  outlet_key: number;
  /** As the outlet sent it, in lower case. */
  event_id: string;
  kind: FaultKind;
  at: number;
  received_at: number;
};

/** Where an outlet's cumulative meter stands (`domain/meter-register.ts`). */
type OutletMeterTable = {
  outlet_key: number;
  epoch: number;
  /** When the register was read for the first time. */
  since_at: number;
  anchor_milli_wh: number;
  anchor_at: number;
  last_milli_wh: number;
  last_at: number;
  suspect_milli_wh: number | null;
  suspect_at: number | null;
};

/** A reading above what the outlet's power allows since the one before; in no figure. */
type ImplausibleReadingTable = {
  outlet_key: number;
  /** As the outlet sent it, in lower case. */
  event_id: string;
  source: 'view' | 'click' | 'burn' | 'register';
  at: number;
  milli_wh: number;
  /** What would have been plausible. */
  most_milli_wh: number;
  received_at: number;
};

export type ServiceTables = {
  outlet_meters: OutletMeterTable;
  implausible_readings: ImplausibleReadingTable;
  contact_hours: ContactHourTable;
  arrival_hours: ArrivalHourTable;
  outlet_faults: OutletFaultTable;
};
