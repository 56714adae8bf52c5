import type { FileKind } from './network-api.ts';

type Example = { readonly fileName: string; readonly text: string };

/** Small files to begin with. */
export const EXAMPLES: Readonly<Record<FileKind, Example>> = {
  customers: {
    fileName: 'customers-example.csv',
    text: [
      'name,kind,category,share,share_from',
      'Pier House Hotels,property,hotel,35%,2026-01-01',
      'Cascade Bottling,advertiser,drinks,,',
    ].join('\r\n'),
  },
  outlets: {
    fileName: 'outlets-example.csv',
    text: [
      'eui,customer,venue,from,label,lat,lng,venue_type,city,state,time_zone',
      '70B3D57ED0A10001,Pier House Hotels,Pier House Boston,2026-01-01,Lobby bar 1,42.35843,-71.04945,hotel,Boston,MA,America/New_York',
      '70B3D57ED0A10002,Pier House Hotels,Pier House Boston,2026-01-01,Lobby bar 2,42.35851,-71.04939,,,,',
    ].join('\r\n'),
  },
};
