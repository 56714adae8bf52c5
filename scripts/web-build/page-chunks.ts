import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;

const DASHBOARD = 'web/features/dashboard';

/** Where the code of what is opened begins; of the dashboard what comes with its first figures, and what comes after them. */
const PLACES = {
  entry: ['web/main.tsx'],
  login: ['web/app/begin-at-login.tsx'],
  frame: ['web/app/start.tsx', 'web/app/shell/shell.tsx'],
  dashboard: [`${DASHBOARD}/dashboard-page.tsx`],
  cards: [
    ...['customer-list', 'daily-views', 'grid-window', 'list-toolbar', 'outlet-list', 'outlet-map-card'].map(
      (name) => `${DASHBOARD}/${name}.tsx`,
    ),
    ...['live-plan', 'live-rounds'].map((name) => `${DASHBOARD}/${name}.ts`),
  ],
  reports: ['web/features/reports/reports-page.tsx'],
  users: ['web/features/users/users-page.tsx'],
} as const;

type Place = keyof typeof PLACES;

/** A file takes along what it needs, unless that is in one that stands before it. */
const FILES = [
  ...(['entry', 'basics', 'frame', 'csv', 'parts', 'lists', 'forms', 'tables'] as const),
  ...(['login', 'dashboard', 'reports', 'users', 'cards'] as const),
];

/** What is there before any page asks for its own files. */
export const ALWAYS_THERE =
  /^assets\/(rolldown-runtime|react|entry|basics|frame|router|mantine|query|icons)-[^/]*\.js$/;

/** Columns of files to import: named by other parts of the contract, read by few. */
const OF_IMPORTS = /[\\/]contract[\\/](csv-|written-fields|field-schemas)/;

/** The file of what is needed at these places; none where it comes as a small file of its own. */
function fileOf(id: string, places: readonly Place[]): (typeof FILES)[number] | null {
  const isOf = (...some: Place[]): boolean => some.some((place) => places.includes(place));
  // Other pages have no use for it.
  const isOwn = /[\\/]web[\\/]features[\\/]/.test(id);
  if (OF_IMPORTS.test(id)) return 'csv';
  if (isOf('entry')) return 'entry';
  if (isOf('login')) return places.length > 1 ? 'basics' : 'login';
  if (isOf('frame')) return 'frame';
  if (isOf('dashboard')) return isOwn ? 'dashboard' : 'parts';
  if (isOf('cards')) return isOf('reports', 'users') ? 'parts' : isOwn ? 'cards' : null;
  if (isOf('reports')) return isOf('users') ? 'lists' : isOwn ? 'reports' : 'forms';
  if (isOf('users')) return isOwn ? 'users' : 'tables';
  return null;
}

/** Our own code that `roots` need at once: of libraries what is used of them is taken along. */
function neededBy(roots: readonly string[], context: Context): ReadonlySet<string> {
  const needed = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id) || id.includes('node_modules')) continue;
    needed.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return needed;
}

/**
 * The pages that are opened by their address come as a few files. Left alone, what any two of them share is a file of its own:
 * some seventy of a few hundred bytes, of which a browser asks for six at a time, and the one that all wait for comes last.
 */
export function pageChunks(root: string): Group[] {
  const begins = new Map(
    Object.entries(PLACES).map(([place, files]) => [place as Place, files.map((file) => resolve(root, file))]),
  );
  // Those stay by themselves: whoever asks for one asks for its file.
  const isBegin = new Set([...begins.values()].flat());
  let needed: [Place, ReadonlySet<string>][] | undefined;
  const fileWith = (id: string, context: Context): string | null => {
    needed ??= [...begins].map(([place, roots]) => [place, neededBy(roots, context)]);
    return fileOf(
      id,
      needed.flatMap(([place, ids]) => (ids.has(id) ? [place] : [])),
    );
  };
  return FILES.map((file, index) => ({
    name: (id, context) => (fileWith(id, context) === file ? file : null),
    test: (id) => !isBegin.has(id),
    debugName: file,
    priority: FILES.length - index,
  }));
}
