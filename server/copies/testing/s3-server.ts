import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const S3_KEYS = {
  accessKeyId: 'AKIATESTTESTTESTTEST',
  secretAccessKey: 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY',
};

const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/;

/**
 * Opens a small in-memory S3 store with one bucket. Supports objects, listing in pages of two, multipart uploads and
 * deletion.
 */
export async function openS3Server(bucket: string) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let multiparts = 0;
  let failing: ((method: string, key: string) => boolean) | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3');
    const [, inBucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const [key, { method = '' }, ask] = [rest.join('/'), request, url.searchParams];
    const body = await buffer(request);
    const say = (status: number, text: string | Buffer = '', headers = {}) =>
      void response.writeHead(status, headers).end(text);
    const refuse = (status: number, code: string) =>
      say(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
        'content-type': 'application/xml',
      });
    const [, id, signed = ''] = SIGNATURE.exec(request.headers.authorization ?? '') ?? [];
    const has = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.split(';').includes(name));
    if (!has || id !== S3_KEYS.accessKeyId) return refuse(403, 'SignatureDoesNotMatch');
    if (inBucket !== bucket) return refuse(404, 'NoSuchBucket');
    if (failing?.(method, key)) return refuse(400, 'InvalidRequest');
    const etag = { etag: `"${createHash('md5').update(body).digest('hex')}"` };
    if (method === 'GET' && ask.has('list-type')) return say(200, listed(ask));
    if (method === 'GET') {
      const found = objects.get(key);
      return found === undefined ? refuse(404, 'NoSuchKey') : say(200, found);
    }
    if (method === 'POST' && ask.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(name);
      return say(200, '<DeleteResult/>');
    }
    if (method === 'POST' && ask.has('uploads')) {
      const upload = `upload-${uploads.size + 1}`;
      uploads.set(upload, new Map());
      return say(200, `<InitiateMultipartUploadResult><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`);
    }
    const parts = uploads.get(ask.get('uploadId') ?? '');
    if (method === 'PUT' && parts !== undefined) {
      parts.set(Number(ask.get('partNumber')), body);
      return say(200, '', etag);
    }
    if (method === 'POST' && parts !== undefined) {
      const ordered = [...parts].sort(([one], [other]) => one - other).map(([, part]) => part);
      objects.set(key, Buffer.concat(ordered));
      multiparts += 1;
      return say(200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
    }
    if (method === 'DELETE') return say(204);
    objects.set(key, body);
    return say(200, '', etag);
  }

  /** Returns pages of two keys, so that tests also cover pagination. */
  function listed(ask: URLSearchParams): string {
    const after = ask.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(ask.get('prefix') ?? '') && key > after).sort();
    const page = keys.slice(0, 2);
    const isTruncated = keys.length > page.length;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    objects,
    multiparts: () => multiparts,
    /** Sets which requests the server rejects from now on. */
    failOn: (fails: typeof failing) => {
      failing = fails;
    },
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
