import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { endWithParent } from '../lib/end-with-parent.ts';
import type { DecodeOrder, DecodeReport } from './decode-picture.ts';

/** Requests from outlets and users have priority. */
const LESS_IMPORTANT = 10;
const LOOK_EVERY_MS = 10;
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'] as const;

/**
 * Redraws one picture in a separate process, which receives an order from the server, reports the result, and exits. It
 * watches its own memory. The library decodes on other threads, so that the watch can run during decoding.
 */
async function draw({ bytes, background, resize, output, mostBytes }: DecodeOrder): Promise<DecodeReport> {
  const look = () => {
    if (process.memoryUsage.rss() > mostBytes)
      process.send?.({ failure: 'memory' } satisfies DecodeReport, () => process.kill(process.pid, 'SIGKILL'));
  };
  look();
  setInterval(look, LOOK_EVERY_MS);
  sharp.cache(false);
  sharp.concurrency(1);
  // Of the library's many readers, allow only those for photographs: no SVG, PDF or camera formats (ASVS 5.2.2).
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS.map((name) => `VipsForeignLoad${name}Buffer`) });
  const upright = sharp(bytes, { failOn: 'error', pages: 1 }).autoOrient();
  const { data, info } = await (background === undefined ? upright : upright.flatten({ background }))
    .resize(resize)
    .toFormat(output.format, output.options)
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

endWithParent(1);
setPriority(LESS_IMPORTANT);
// If memory runs out, Linux kills this process first, not the server.
if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
process.once('message', async (order: DecodeOrder) => {
  const report = await draw(order).catch((): DecodeReport => ({ failure: 'unreadable' }));
  process.send?.(report, () => process.exit(0));
});
