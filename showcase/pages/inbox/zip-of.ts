import type { Attachment } from './sample-mailbox.ts';

/** Packs all files into one ZIP; a duplicate name gets its number as a prefix. */
export async function zipOf(attachments: readonly Attachment[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  for (const [index, { photoName, file }] of attachments.entries())
    files[photoName in files ? `${index + 1}-${photoName}` : photoName] = new Uint8Array(await file.arrayBuffer());
  return new Blob([new Uint8Array(zipSync(files))], { type: 'application/zip' });
}
