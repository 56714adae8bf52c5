import { connect as connectPlainly, isIP, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { SECOND_MS } from '#domain/durations.ts';
import type { AuditStreamTarget } from '../config/audit-stream-settings.ts';

const PATIENCE_MS = 20 * SECOND_MS;
/** Longer than a round trip: a receiver that closes before reading is noticed. */
const SETTLE_MS = 250;

type SyslogTarget = Extract<AuditStreamTarget, { kind: 'syslog' }>;

/**
 * Sends messages over a new connection. Returns null once the receiver has them, or else the reason. Syslog confirms
 * nothing, so:
 * 1. Write everything, and keep the connection open for a moment. A receiver that closes it now has not read
 *    everything.
 * 2. Then close this side. A receiver closes its side after reading to the end. If it stops earlier, the network
 *    reports a reset.
 */
export async function sendSyslog(
  { host, port, isEncrypted }: SyslogTarget,
  frames: readonly string[],
  ca: string | null,
): Promise<string | null> {
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket: Socket = isEncrypted
    ? connectSecurely({ host, port, ...servername, ...(ca === null ? {} : { ca }) })
    : connectPlainly({ host, port });
  let failure: string | null = null;
  let hasEnded = false;
  const over = new Promise<void>((resolve) => {
    const fail = (reason: string) => {
      failure ??= reason;
      socket.destroy();
      resolve();
    };
    socket.setTimeout(PATIENCE_MS, () => fail('The receiver did not answer within 20 seconds.'));
    socket.on('error', (error) => fail(`The connection failed: ${error.message}.`));
    socket.on('end', () => {
      if (!hasEnded) fail('The receiver closed the connection before it had read everything.');
      else resolve();
    });
    socket.on('close', () => fail('The receiver closed the connection.'));
    // The receiver's data is ignored, but its end is only visible after everything was read.
    socket.resume();
  });
  const sent = new Promise<void>((resolve) => {
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => socket.write(frames.join(''), () => resolve()));
  });
  await Promise.race([over, sent.then(() => pause(SETTLE_MS))]);
  if (failure === null) {
    hasEnded = true;
    socket.end();
    await over;
  }
  const reason = failure;
  failure = reason ?? '';
  socket.destroy();
  return reason;
}
