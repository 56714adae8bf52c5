import type { FaultKind } from '#contract/ingest.ts';

/**
 * Minutes of an hour (UTC, hours since 1970) in which an outlet was in contact: bit n of a half is its minute n. There
 * are two halves of 30, because both engines and JavaScript store that many bits exactly. Recording a minute twice
 * changes nothing.
 */
type ContactHourTable = {
  outlet_key: number;
  hour: number;
  first_half: number;
  second_half: number;
};

/** An hour (UTC, hours since 1970) in which data of an outlet arrived here, by the server's clock. */
type ArrivalHourTable = {
  outlet_key: number;
  hour: number;
};

/** A fault report of an outlet; once for each id, like any event, and never money. */
type OutletFaultTable = {
  outlet_key: number;
  /** As the outlet sent it, in lower case. */
  event_id: string;
  kind: FaultKind;
  at: number;
  received_at: number;
};

/** State of an outlet's cumulative meter (`domain/meter-register.ts`). */
type OutletMeterTable = {
  outlet_key: number;
  epoch: number;
  /** First reading of the register. */
  since_at: number;
  anchor_milli_wh: number;
  anchor_at: number;
  last_milli_wh: number;
  last_at: number;
  suspect_milli_wh: number | null;
  suspect_at: number | null;
};

/** A reading above the maximum of the outlet's power since the previous one. No report includes it. */
type ImplausibleReadingTable = {
  outlet_key: number;
  /** As the outlet sent it, in lower case. */
  event_id: string;
  source: 'view' | 'click' | 'burn' | 'register';
  at: number;
  milli_wh: number;
  /** The maximum plausible value. */
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
