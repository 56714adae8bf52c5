import type { ImportKind } from './api.ts';

const COLUMNS: Readonly<Record<ImportKind, { required: string; optional: string; key: string }>> = {
  customers: {
    required: 'name, kind',
    optional: 'category, share, share_from',
    key: 'A customer is known by its name. kind is property or advertiser; a share such as 30% begins on share_from.',
  },
  outlets: {
    required: 'eui, customer, venue, from',
    optional: 'label, lat, lng, venue_type, address, city, state, time_zone, venue_lat, venue_lng',
    key: 'An outlet is known by its EUI. A venue that does not exist is made; a later from moves the outlet there.',
  },
  campaigns: {
    required: 'advertiser, campaign, flight, starts, ends, budget, model, price',
    optional: 'targets',
    key: 'A flight is known by its code, and is one line. model is cpm, cpc, cpb or flat; starts and ends are instants or dates; targets are EUIs or venues, all without.',
  },
};

/** Which columns a file has. */
export function FileHelp({ kind }: { kind: ImportKind }) {
  const { required, optional, key } = COLUMNS[kind];
  return (
    <>
      <p>
        The first line names the columns: <code>{required}</code>; if wanted <code>{optional}</code>. Comma, semicolon
        or tab, UTF-8.
      </p>
      <p>
        {key} The same file again changes nothing.
        {kind === 'campaigns' ? null : ' What Export gives can be edited and imported.'}
      </p>
    </>
  );
}
