import { formatBytes } from '../../format-bytes.ts';
import type { Attachment } from '../sample-mailbox.ts';
import { CONCOURSE, MEADOW, PIER, POSTER } from './pictures.ts';

const READINGS = `gate,hour,charges,kwh\n${Array.from({ length: 24 }, (_, hour) => `14,${hour},${[3, 2, 1, 1, 2, 6, 14, 31, 22, 17, 12, 11][hour % 12]},${(0.025 * (4 + ((hour * 7) % 29))).toFixed(3)}`).join('\n')}\n`;

const VISIT = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Voltboard//Sample//EN',
  'BEGIN:VEVENT',
  'UID:sample-visit@voltboard.example',
  'DTSTAMP:20261119T080000Z',
  'DTSTART:20261124T100000Z',
  'DTEND:20261124T113000Z',
  'SUMMARY:Visit: Harbour Street',
  'LOCATION:Side door',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

const LIST = '1. What was decided\n2. What was asked\n3. Who brings the cake\n';

const SAMPLES = {
  concourse: { name: 'north-concourse.svg', type: 'image/svg+xml', text: CONCOURSE },
  poster: { name: 'poster-smile.svg', type: 'image/svg+xml', text: POSTER },
  pier: { name: 'evening-at-the-pier.svg', type: 'image/svg+xml', text: PIER },
  map: { name: 'way-to-the-meadow.svg', type: 'image/svg+xml', text: MEADOW },
  readings: { name: 'readings.csv', type: 'text/csv', text: READINGS },
  visit: { name: 'visit.ics', type: 'text/calendar', text: VISIT },
  list: { name: 'list.txt', type: 'text/plain', text: LIST },
} as const;
export type SampleFile = keyof typeof SAMPLES;

/** Creates a sample file with real bytes. */
export function sampleFile(kind: SampleFile, id: number): Attachment {
  const { name, type, text } = SAMPLES[kind];
  const file = new Blob([text], { type });
  const photo = type === 'image/svg+xml' ? `data:${type},${encodeURIComponent(text)}` : '';
  return { id, photo, photoName: name, weight: formatBytes(file.size), file };
}
