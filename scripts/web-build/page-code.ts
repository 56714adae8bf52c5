import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } };

const PATH_OF_LOGIN = '/login';
const PATH_OF_DASHBOARD = '/app/main/dashboard';

/** The pages that are most often opened by their URL, and the modules that contain them. */
const PARTS = {
  [PATH_OF_LOGIN]: 'web/app/begin-at-login.tsx',
  router: 'web/app/start.tsx',
  frame: 'web/app/shell/shell.tsx',
  [PATH_OF_DASHBOARD]: 'web/features/dashboard/dashboard-page.tsx',
  '/app/reports': 'web/features/reports/reports-page.tsx',
  '/admin/users': 'web/features/users/users-page.tsx',
} as const;

/**
 * Maximum size of a page's own JavaScript, gzipped, so that the product opens quickly. The lists of files that the
 * bundler adds later, and the code until the first card, are 14 kB more (`npm run bench -- --measure browser`: 180).
 */
const MOST_KB = { login: 100, dashboard: 169 };

/**
 * Maximum number of scripts per page, including its frame. A browser requests six files in parallel from a server that
 * uses HTTP/1.1.
 */
const MOST_SCRIPTS = 20;

function holdToFew(page: string, files: Iterable<string>): void {
  const count = [...files].filter((name) => name.endsWith('.js')).length;
  if (count > MOST_SCRIPTS) throw new Error(`${page} needs ${count} scripts; ${MOST_SCRIPTS} at most (page-chunks.ts)`);
}

function kilobytesOf(files: Iterable<string>, chunks: ReadonlyMap<string, Chunk>): number {
  const scripts = [...files].flatMap((name) => chunks.get(name)?.code ?? []);
  return scripts.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0) / 1_000;
}

function holdToLimit(page: keyof typeof MOST_KB, files: Iterable<string>, chunks: ReadonlyMap<string, Chunk>): void {
  const [kilobytes, most] = [kilobytesOf(files, chunks), MOST_KB[page]];
  if (kilobytes > most)
    throw new Error(`The ${page} page needs ${kilobytes.toFixed(1)} kB of JavaScript; ${most} at most (gzip)`);
}

/** Returns the files that a chunk needs immediately, starting with the chunk. */
function filesOf(name: string, chunks: ReadonlyMap<string, Chunk>, seen: Set<string>): string[] {
  const chunk = chunks.get(name);
  if (chunk === undefined || seen.has(name)) return [];
  seen.add(name);
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  return [name, ...styles, ...chunk.imports.flatMap((next) => filesOf(next, chunks, seen))];
}

const withoutFolder = (file: string): string => file.replace(/^assets\//, '');

/**
 * Lists in the document the files that its page needs, so that `first-paint.js` requests them together with the entry.
 * Requested one after another, each file would cost a round trip to the server.
 */
export function pageCode(): Plugin {
  return {
    name: 'page-code',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file as Chunk] as const] : [],
          ),
        );
        const withEntry = entry === undefined ? [] : filesOf(entry.fileName, chunks, new Set());
        const known = new Set(withEntry);
        const lists = Object.entries(PARTS).map(([part, module]) => {
          const [name] = [...chunks].find(([, { facadeModuleId }]) => facadeModuleId?.endsWith(module)) ?? [];
          if (name === undefined) throw new Error(`${module} has no chunk of its own: no page asks for it later`);
          const files = filesOf(name, chunks, new Set()).filter((file) => !known.has(file));
          if (part === PATH_OF_LOGIN) holdToLimit('login', [...known, ...files], chunks);
          if (part === PATH_OF_DASHBOARD) holdToLimit('dashboard', [...known, ...files], chunks);
          if (part.startsWith('/')) holdToFew(part, new Set([...known, ...files]));
          else for (const file of files) known.add(file);
          return [part, files.map(withoutFolder)];
        });
        const needed = withEntry.filter((file) => file !== entry?.fileName && file.endsWith('.js'));
        const data = JSON.stringify(Object.fromEntries([['entry', needed.map(withoutFolder)], ...lists]));
        return html.replace(
          '<script src="/first-paint.js">',
          `<script type="application/json" id="page-code">${data}</script>\n    $&`,
        );
      },
    },
  };
}
