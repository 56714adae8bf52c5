import { signatureOf } from '../lib/sign-body.ts';
import type { StreamedEntry } from './stream-entry.ts';

/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;
/** The enterprise number that RFC 5612 reserves for examples: the product has no number. */
const ELEMENT = 'voltboard@32473';
const MESSAGE_ID_LENGTH = 32;

type Signed = { readonly host: string; readonly secret: string; readonly nowMs: number };

/**
 * An entry as an RFC 5424 message in a frame with its length (RFC 6587, RFC 5425). The text is the entry as ASCII JSON.
 * The structured data contains a signature over it, as webhook calls do over their body.
 */
export function syslogFrame(entry: StreamedEntry, { host, secret, nowMs }: Signed): string {
  const text = asciiJson(entry);
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(signatureOf(secret, text, nowMs)) ?? [];
  const data = structured({ id: entry.id, seq: String(entry.seq), hash: entry.hash, t, v1 });
  const name = entry.action.replace(/[^\x21-\x7e]/g, '').slice(0, MESSAGE_ID_LENGTH) || '-';
  const message = `<${PRIORITY}>1 ${entry.at} ${host} voltboard - ${name} ${data} ${text}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

const structured = (params: Readonly<Record<string, string>>): string =>
  `[${ELEMENT}${Object.entries(params)
    .map(([name, value]) => ` ${name}="${value.replace(/["\\\]]/g, '\\$&')}"`)
    .join('')}]`;

/** Non-ASCII text would have to begin with a byte order mark, which many receivers take for text. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
