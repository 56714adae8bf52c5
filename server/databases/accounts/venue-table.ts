import type { Generated } from 'kysely';

export type VenueTable = {
  id: string;
  customer_id: string;
  name: string;
  /** `nameKey(name)`; unique within the customer. */
  name_key: string;
  /** Sort key: `findKey` of the name. */
  find_key: Generated<string>;
  type: string;
  address: string;
  city: string;
  state: string;
  /** IANA name; the days of the venue's outlets are in this zone. */
  time_zone: string;
  lat: number | null;
  lng: number | null;
  /** As `domain/opening-hours.ts` reads it; '' if unknown. */
  opening_hours: Generated<string>;
  /** Epoch ms. */
  created_at: number;
  updated_at: number;
};
