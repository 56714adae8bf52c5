import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Config } from '../config/config.ts';
import { type BackupPlace, MANIFEST, MissingFileError, UNFINISHED } from './backup-place.ts';
import { CopyError } from './copy-error.ts';

/**
 * Size of a part of an upload, in bytes. An upload has two parts in memory. S3 accepts 10,000 parts, so a file can have
 * up to 160 GB.
 */
const PART_BYTES = 16 << 20;
const PARTS_AT_ONCE = 2;
const MOST_DELETED = 1_000;

export type S3Settings = Pick<Config, 's3Endpoint' | 's3Region' | 's3Credentials'>;

/** Parses `s3://bucket/prefix`. Throws `CopyError` if the bucket is missing or invalid. */
function parseS3(address: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(.*)$/.exec(address) ?? [];
  if (bucket === '') throw new CopyError(`${address} is not valid. Use s3://bucket/prefix.`);
  return { bucket, prefix: prefix.replace(/\/+$/, '') };
}

function openS3({ s3Endpoint, s3Region, s3Credentials }: S3Settings): S3Client {
  return new S3Client({
    region: s3Region,
    // S3 stores of other vendors may have no host names for buckets.
    ...(s3Endpoint === null ? {} : { endpoint: s3Endpoint, forcePathStyle: true }),
    // Without these credentials, the client uses the machine's role or the usual AWS variables.
    ...(s3Credentials === null ? {} : { credentials: s3Credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Returns a backup location under a prefix in a bucket of an S3-compatible store. */
export function s3Place(address: string, settings: S3Settings): BackupPlace {
  const { bucket, prefix } = parseS3(address);
  if (prefix === '')
    throw new CopyError(`${address} has no prefix. Use s3://bucket/prefix, with a new prefix for each backup.`);
  const client = openS3(settings);
  const name = `s3://${bucket}/${prefix}`;
  const of = (file: string) => ({ Bucket: bucket, Key: `${prefix}/${file}` });
  const ask = <Result>(work: Promise<Result>): Promise<Result> => explained(name, work);
  const put = (file: string, text: string) => ask(client.send(new PutObjectCommand({ ...of(file), Body: text })));
  const list = () => ask(listKeys(client, bucket, `${prefix}/`));
  const remove = (files: readonly string[]) =>
    ask(
      deleteKeys(
        client,
        bucket,
        files.map((file) => of(file).Key),
      ),
    );
  const get = async (file: string): Promise<Readable | null> => {
    try {
      const { Body } = await client.send(new GetObjectCommand(of(file)));
      return Body as Readable;
    } catch (error) {
      if (error instanceof NoSuchKey || (error as S3ServiceException).name === 'NotFound') return null;
      throw explain(name, error);
    }
  };
  return {
    name,
    begin: async (id) => {
      const found = await list();
      if (found.includes(UNFINISHED) && !found.includes(MANIFEST)) {
        if ((await textOf(await get(UNFINISHED))) !== id)
          throw new CopyError(`${name} contains an incomplete backup. Delete it, or use a new prefix.`);
        await remove(found);
      } else if (found.length > 0) throw new CopyError(`${name} is not empty. Use a new prefix. Nothing was written.`);
      await put(UNFINISHED, id);
    },
    write: async (file, content) => {
      const Body = Readable.from(content, { objectMode: false });
      const upload = new Upload({
        client,
        params: { ...of(file), Body },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      });
      await ask(upload.done());
    },
    finish: async (manifest) => {
      await put(MANIFEST, manifest);
      await remove([UNFINISHED]);
    },
    tidy: () => remove([UNFINISHED]),
    readManifest: async () => textOf(await get(MANIFEST)),
    read: (file) => readObject(() => get(file)),
    list,
    // Remove the manifest first, so that the remains of an interrupted removal are not a backup.
    clear: async () => {
      await remove([MANIFEST]);
      await remove(await list());
    },
  };
}

async function* readObject(get: () => Promise<Readable | null>): AsyncGenerator<Uint8Array> {
  const body = await get();
  if (body === null) throw new MissingFileError('is missing');
  yield* body as AsyncIterable<Buffer>;
}

async function textOf(body: Readable | null): Promise<string | null> {
  if (body === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of body as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Returns all keys that start with the prefix, without the prefix. */
async function listKeys(client: S3Client, bucket: string, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for (let token: string | undefined; ; ) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(prefix.length));
    if (!page.IsTruncated) return names;
    token = page.NextContinuationToken;
  }
}

async function deleteKeys(client: S3Client, bucket: string, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += MOST_DELETED) {
    const Objects = keys.slice(at, at + MOST_DELETED).map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first !== undefined) throw new CopyError(`s3://${bucket}/${first.Key} was not deleted: ${first.Message}.`);
  }
}

const explained = <Result>(name: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw explain(name, error);
  });

/** Converts errors that the operator can fix to a message that says what to do. */
function explain(name: string, error: unknown): unknown {
  if (error instanceof S3ServiceException) {
    const { httpStatusCode: status = 0 } = error.$metadata;
    if (error.name === 'NoSuchBucket') return new CopyError(`${name}: the bucket does not exist. Create it first.`);
    if (status === 401 || status === 403)
      return new CopyError(
        `${name} is not accessible with these credentials (${error.name}). Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      );
    return new Error(`${name}: the S3 store responded with ${status} ${error.name}: ${error.message}`, {
      cause: error,
    });
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new Error(`${name}: the S3 store cannot be reached (${code}). Check S3_ENDPOINT.`, { cause: error });
  return error;
}

/** Returns the names of the prefixes directly under an address that contain a manifest. */
export async function listManifests(address: string, settings: S3Settings): Promise<string[]> {
  const { bucket, prefix } = parseS3(address);
  const client = openS3(settings);
  const under = prefix === '' ? '' : `${prefix}/`;
  const keys = await explained(address, listKeys(client, bucket, under));
  return keys.filter((key) => key.endsWith(`/${MANIFEST}`)).map((key) => key.slice(0, -MANIFEST.length - 1));
}
