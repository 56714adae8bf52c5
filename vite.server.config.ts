import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** The showroom's calls, if its folder exists. */
const showcase = fileURLToPath(new URL('showcase/calls.ts', import.meta.url));

/**
 * Adds a launcher file for each program. The launcher applies the program's settings before anything is imported. A
 * thread has the same settings as its server.
 */
const launchers = (): Plugin => ({
  name: 'launchers',
  generateBundle(_options, bundle) {
    const textOf = (name: string) => readFileSync(new URL(`server/start/${name}`, import.meta.url), 'utf8');
    const source = textOf('launch.cjs');
    for (const { type, fileName } of Object.values(bundle))
      if (type === 'chunk' && fileName !== 'draw.mjs' && /^[\w-]+\.mjs$/.test(fileName))
        this.emitFile({ type: 'asset', fileName: fileName.replace('.mjs', '.js'), source });
    const settings = 'process-settings.cjs';
    this.emitFile({ type: 'asset', fileName: settings, source: textOf(settings) });
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
});

/**
 * Bundles the server's programs. Packages stay in node_modules, except two packages with hundreds of small files that
 * every start reads. Finding and opening these files took a sixth of the start time.
 */
export default defineConfig({
  plugins: [launchers()],
  publicDir: false,
  ssr: { noExternal: ['kysely', 'typebox'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      // Ensure that the tested code is what runs. By default, the bundler drops calls whose only effect is that they
      // may throw.
      treeshake: false,
      input: {
        main: 'server/main.ts',
        admin: 'server/admin/main.ts',
        simulator: 'server/simulator/main.ts',
        import: 'server/import-runs/import-program.ts',
        draw: 'server/billing/draw-program.ts',
        picture: 'server/pictures/decode-program.ts',
        ...(existsSync(showcase) ? { showcase } : {}),
      },
      output: { minify: false, entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
});
