// Receives Voltboard's audit stream over HTTP and appends each entry once to a file, one JSON object a line.
// AUDIT_STREAM_SECRET=… node audit-receiver.mjs audit.jsonl 8514   (put a TLS proxy in front)
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const MOST_BYTES = 4_000_000;
const TOLERANCE_SECONDS = 300;

/** Whether the sender has the secret and signed this body within the last five minutes. */
export function isFromVoltboard(secret, signature, body, nowMs = Date.now()) {
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (seconds === undefined || Math.abs(nowMs / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false;
  const own = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  return timingSafeEqual(own, Buffer.from(given, 'hex'));
}

/** The hash that an entry must have: over the hash before it and everything it says. */
export function hashOf({ previous_hash, seq, at, actor_id, actor, action, subject, detail, ip }) {
  const text = JSON.stringify([previous_hash, seq, Date.parse(at), actor_id, actor, action, subject, detail, ip]);
  return createHash('sha256').update(text).digest('hex');
}

/** A server that keeps entries in the file. `now` is for tests. */
export function createReceiver({ secret, file, now = Date.now, warn = console.error }) {
  const kept = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  const ids = new Set(kept.map(({ id }) => id));
  const hashes = new Map(kept.map(({ seq, hash }) => [seq, hash]));

  async function keep(entries) {
    const fresh = entries.filter(({ id }) => !ids.has(id));
    for (const entry of fresh) {
      const before = hashes.get(entry.seq - 1);
      // Keep what looks wrong as well: it is what you want to look into.
      if (entry.previous_hash !== null && entry.hash !== hashOf(entry)) warn(`Entry ${entry.seq} was changed.`);
      else if (before !== undefined && before !== entry.previous_hash)
        warn(`Entry ${entry.seq} does not follow the one before.`);
      ids.add(entry.id);
      hashes.set(entry.seq, entry.hash);
    }
    if (fresh.length === 0) return;
    const handle = await open(file, 'a');
    try {
      await handle.write(fresh.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      // Voltboard sends an entry until it is confirmed: confirm it when it is on the disk.
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  // One batch after the other.
  let turn = Promise.resolve();
  return createServer((request, response) => {
    const parts = [];
    let size = 0;
    request.on('data', (part) => {
      size += part.length;
      if (size > MOST_BYTES) request.destroy();
      else parts.push(part);
    });
    request.on('end', () => {
      const body = Buffer.concat(parts);
      if (!isFromVoltboard(secret, request.headers['voltboard-signature'], body, now())) {
        response.writeHead(401).end();
        return;
      }
      turn = turn
        .then(() => keep(JSON.parse(body.toString('utf8')).entries))
        .then(
          () => response.writeHead(204).end(),
          (error) => {
            warn(String(error));
            response.writeHead(500).end();
          },
        );
    });
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , file = 'audit.jsonl', port = '8514'] = process.argv;
  const secret = process.env.AUDIT_STREAM_SECRET;
  if (!secret) throw new Error('Set AUDIT_STREAM_SECRET.');
  createReceiver({ secret, file }).listen(Number(port), '127.0.0.1');
}
