// Part of the build. Removes the comments from scripts that are served unbundled. Writes .br and .gz copies of the web
// files, so that the server never compresses them per request.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minify } from 'vite';

const folder = fileURLToPath(new URL('../dist/web/', import.meta.url));
for (const name of ['color-scheme.js', 'first-paint.js']) {
  const file = join(folder, name);
  const { code, errors } = await minify(name, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  writeFileSync(file, code);
}

const files = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, String(name)))
  .filter((name) => /\.(js|mjs|css|html|svg|json|txt|webmanifest)$/.test(name) && statSync(name).size > 1024);

await Promise.all(
  files.map(async (file) => {
    const content = readFileSync(file);
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(content, {
        params: {
          // Quality 11 makes the files 2% smaller, but the build 5 s longer.
          [constants.BROTLI_PARAM_QUALITY]: 10,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    writeFileSync(`${file}.br`, brotli);
    writeFileSync(`${file}.gz`, zipped);
  }),
);
