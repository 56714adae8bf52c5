import { withoutFormula } from '#domain/spreadsheet-text.ts';

/** Saves a file as a browser download. */
export function saveFile({ blob, fileName }: { blob: Blob; fileName: string }): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has started by then, and the browser keeps the data it needs.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Encodes a file's bytes in base64, as picture uploads require. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  return btoa(pieces.join(''));
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Formats a value of a CSV file that is safe to open in spreadsheets. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = DECIMAL.test(text) ? text : withoutFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
