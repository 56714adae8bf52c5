import { createServer } from 'node:http';
import { openMailSink } from '../server/mail/testing/mail-sink.ts';

/** Returns a port derived from the product's port, so that several runs on one machine do not collide. */
export const smtpPortFor = (port: number): number => port + 2_000;
export const mailboxPortFor = (port: number): number => port + 3_000;

/**
 * Starts a real mail server for the whole run. Serves the received mails as JSON over HTTP to the tests, which run in
 * other processes.
 */
// biome-ignore lint/style/noDefaultExport: Playwright takes a global setup as the default export
export default async function startMailServer(): Promise<() => Promise<void>> {
  const port = Number(process.env.E2E_PORT ?? 4173);
  const sink = await openMailSink(smtpPortFor(port));
  const mailbox = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(sink.received));
  });
  mailbox.listen(mailboxPortFor(port), '127.0.0.1');
  return async () => {
    mailbox.close();
    await sink.close();
  };
}
