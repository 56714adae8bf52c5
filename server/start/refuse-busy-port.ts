import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws EADDRINUSE or EACCES at once, so that nobody waits for the demo network only to hear that the port is taken. */
export async function refuseBusyPort(port: number, host: string): Promise<void> {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
