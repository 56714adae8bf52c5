import { Agent, request } from 'node:http';

type Batch = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };

/**
 * Sends each batch once, on `connections` connections. Resolves after the last response with the duration and the
 * number of failures.
 */
export async function sendAll(
  url: string,
  batches: readonly Batch[],
  connections: number,
): Promise<{ readonly wallMs: number; readonly failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const left = batches.values();
  let failed = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const batch of left) if (!(await isTaken(url, batch, agent))) failed += 1;
    }),
  );
  const wallMs = performance.now() - startedAt;
  agent.destroy();
  return { wallMs, failed };
}

const isTaken = (url: string, { headers, body }: Batch, agent: Agent): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
      answer.on('error', () => resolve(false));
    });
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
