import { shownEui } from '#domain/eui.ts';
import { newUuid } from '../../lib/new-uuid.ts';

type Issued = { readonly key: string; readonly eui: string; readonly label: string };

/** Returns the example request from the README: a heartbeat, which changes no figure. */
export function firstRequest({ key, eui }: Pick<Issued, 'key' | 'eui'>, address: string): string {
  const event = {
    id: newUuid(),
    type: 'heartbeat',
    eui: eui === '' ? '<EUI>' : shownEui(eui),
    timestamp: new Date().toISOString(),
  };
  return [
    `curl -X POST ${address} \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify([event])}'`,
  ].join('\n');
}

/** Formats a CSV cell so that no spreadsheet interprets its text as a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Returns the keys and their outlets as a CSV file. */
export const keysFile = (keys: readonly Issued[]): string =>
  ['eui,label,key', ...keys.map(({ eui, label, key }) => [shownEui(eui), cell(label), key].join(','))].join('\r\n');

/**
 * Parses outlets that a user has typed, one per line: the EUI (with or without separators), then a comma, semicolon,
 * tab or space, then the label.
 */
export function readOutlets(text: string): { eui: string; label: string }[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, digits, label] = /^((?:[0-9a-f]{2}[-: ]?){7}[0-9a-f]{2})(?:$|[\s,;]+)(.*)$/i.exec(line) ?? [];
      if (digits !== undefined) return { eui: digits.replace(/[-: ]/g, ''), label: (label ?? '').trim() };
      // The server reports the error in this line.
      const [eui = '', ...rest] = line.split(/[,;\t]/);
      return { eui: eui.trim(), label: rest.join(' ').trim() };
    });
}
