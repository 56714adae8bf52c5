import type { FileKind } from './network-api.ts';

const COLUMNS: Readonly<Record<FileKind, { required: string; optional: string; key: string }>> = {
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
};

/** Which columns a file has. */
export function FileHelp({ kind }: { kind: FileKind }) {
  const { required, optional, key } = COLUMNS[kind];
  return (
    <>
      <p>
        The first line names the columns: <code>{required}</code>; if wanted <code>{optional}</code>. Comma, semicolon
        or tab, UTF-8.
      </p>
      <p>{key} The same file again changes nothing. What Export gives can be edited and imported.</p>
    </>
  );
}
