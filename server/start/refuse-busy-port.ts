import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws EADDRINUSE or EACCES if the port can't be used. Runs before the slow creation of the demo network. */
export async function refuseBusyPort(port: number, host: string): Promise<void> {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
