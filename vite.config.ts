import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { contractForBrowsers } from './scripts/web-build/contract-for-browsers.ts';
import { ALWAYS_THERE, pageChunks } from './scripts/web-build/page-chunks.ts';
import { pageCode } from './scripts/web-build/page-code.ts';
import { splitTexts } from './scripts/web-build/split-texts.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Serves additional pictures unchanged, besides those of web/public: the showroom's pictures, if its folder exists. */
function sendPictures(folder: string): Plugin {
  const pictures = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svg'))
    : [];
  const place = (name: string): string => name.replaceAll('\\', '/');
  return {
    name: 'send-pictures',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const picture = pictures.find((name) => request.url === `/${place(name)}`);
        if (picture === undefined) return next();
        response.setHeader('content-type', 'image/svg+xml').end(readFileSync(join(folder, picture)));
      });
    },
    generateBundle() {
      for (const name of pictures)
        this.emitFile({ type: 'asset', fileName: place(name), source: readFileSync(join(folder, name)) });
    },
  };
}

/**
 * Builds the web client. Reads VITE_API_HOST and VITE_BACKEND from the environment or from the .env file in this
 * folder.
 */
export default defineConfig({
  root: 'web',
  envDir: root,
  plugins: [react(), contractForBrowsers(), splitTexts(), pageCode(), sendPictures(join(root, 'showcase/public'))],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  server: {
    proxy: { '/api': { target: process.env.VITE_DEV_API ?? 'http://localhost:4000', changeOrigin: false } },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    // The largest chunk is that of the map, which is loaded after everything else.
    chunkSizeWarningLimit: 1_200,
    // Don't list files that are loaded before any page requests its own files, neither with each page nor in the
    // document. In the document, they would compete with the style sheet and the first figures (page-code.ts).
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !ALWAYS_THERE.test(file)) },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 103 },
            {
              name: 'router',
              test: /node_modules[\\/](@tanstack[\\/](react-router|router-core|history|react-store|store)|use-sync-external-store)[\\/]/,
              priority: 102,
            },
            // The code that is needed before any of the library's components: scheme, theme and some hooks.
            {
              name: 'mantine',
              test: /node_modules[\\/](clsx|@mantine[\\/](hooks[\\/]esm[\\/](use-(media-query|reduced-motion|isomorphic)|utils[\\/]shallow-equal)|core[\\/]esm[\\/]core[\\/]MantineProvider[\\/](Mantine\.context|MantineThemeProvider|create-theme|use-mantine-color-scheme|color-scheme-managers)))/,
              priority: 102,
            },
            // The rest of the library in one file, including buttons, which nearly all pages have. Small chunks
            // compress badly and cost a request each.
            {
              name: 'components',
              test: /node_modules[\\/]@mantine[\\/](hooks[\\/]esm[\\/](?!use-(hotkeys|drag|move|long-press|collapse|pagination|focus|debounced|disclosure|timeout|click|mutation|shallow|previous|input|window))|core[\\/]esm[\\/](core|components[\\/](Button|UnstyledButton|Loader|Transition)))/,
              priority: 101,
            },
            // Fields, their submission, and small buttons, which most pages have. Overlays are in a separate file,
            // which is loaded when an overlay opens.
            {
              name: 'fields',
              test: /node_modules[\\/](@tanstack[\\/].*(useMutation|mutationObserver)|@mantine[\\/](hooks[\\/]esm[\\/]use-focus-trap|core[\\/]esm[\\/]components[\\/](ActionIcon|Input|InputBase|TextInput|NativeSelect|InlineInput|Checkbox|Combobox[\\/]ComboboxChevron)))/,
              priority: 101,
            },
            {
              name: 'overlays',
              test: /node_modules[\\/](@floating-ui[\\/]|react-remove-scroll|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Floating|FocusTrap|Menu|Modal|ModalBase|Popover|Portal|ScrollArea|Tooltip)[\\/])/,
              priority: 101,
            },
            // The library for the maps. Its worker's code is in a separate file.
            { name: 'maplibre', test: /node_modules[\\/]maplibre-gl[\\/]/, priority: 102 },
            // Separate from the router, because the login page needs no query cache. Contains only the parts of the
            // library that most pages use for queries.
            {
              name: 'query',
              test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*(useQueries|queriesObserver|useMutation|mutationObserver))/,
              priority: 102,
            },
            ...pageChunks(root),
          ],
        },
      },
    },
  },
});
