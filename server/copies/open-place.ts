import { resolve } from 'node:path';
import type { BackupPlace } from './backup-place.ts';
import { folderPlace } from './folder-place.ts';
import type { S3Settings } from './s3-place.ts';

export const isS3 = (address: string): boolean => address.startsWith('s3://');

/** The name in records and messages: a folder by its full path. */
export const placeName = (address: string): string => (isS3(address) ? address.replace(/\/+$/, '') : resolve(address));

/** Opens the place of one backup by its address. The S3 client is loaded only on demand. */
export async function openPlace(address: string, settings: S3Settings): Promise<BackupPlace> {
  if (!isS3(address)) return folderPlace(address);
  const { s3Place } = await import('./s3-place.ts');
  return s3Place(address, settings);
}
