import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Context = Rolldown.ChunkingContext;

const DASHBOARD = 'web/features/dashboard';

/** The entry points. The dashboard has three: its first figures, its first cards, and everything after them. */
const PLACES = {
  entry: ['web/main.tsx'],
  login: ['web/app/begin-at-login.tsx'],
  frame: ['web/app/start.tsx', 'web/app/shell/shell.tsx'],
  dashboard: [`${DASHBOARD}/dashboard-page.tsx`],
  cards: [`${DASHBOARD}/customer-list.tsx`],
  later: [
    ...['grid-window', 'outlet-list', 'outlet-map-stage'].map((name) => `${DASHBOARD}/${name}.tsx`),
    ...['live-plan', 'live-rounds'].map((name) => `${DASHBOARD}/${name}.ts`),
  ],
  reports: ['web/features/reports/reports-page.tsx'],
  users: ['web/features/users/users-page.tsx'],
} as const;

type Place = keyof typeof PLACES;

/** The bundled files in order. A file includes the modules that it needs, unless an earlier file has these modules. */
const FILES = [
  ...(['entry', 'basics', 'frame', 'csv', 'parts', 'places', 'lists', 'forms', 'tables'] as const),
  ...(['login', 'dashboard', 'cards', 'outlets', 'reports', 'users'] as const),
];

/** Matches files that are loaded before any page requests its own files. */
export const ALWAYS_THERE =
  /^assets\/(rolldown-runtime|react|entry|basics|frame|router|mantine|query|icons)-[^/]*\.js$/;

/**
 * Matches the modules with the columns of import files. Many parts of the contract refer to these modules, but few use
 * them.
 */
const OF_IMPORTS = /[\\/]contract[\\/](csv-|editable-fields|field-schemas)/;

/** Returns the file for a module that these entry points need. Null if the module becomes a small separate file. */
function fileOf(id: string, places: readonly Place[]): (typeof FILES)[number] | null {
  const isOf = (...some: Place[]): boolean => some.some((place) => places.includes(place));
  // Other pages do not use it.
  const isOwn = /[\\/]web[\\/]features[\\/]/.test(id);
  if (OF_IMPORTS.test(id)) return 'csv';
  if (isOf('entry')) return 'entry';
  if (isOf('login')) return places.length > 1 ? 'basics' : 'login';
  if (isOf('frame')) return 'frame';
  if (isOf('dashboard')) return isOwn ? 'dashboard' : 'parts';
  if (isOf('cards')) return isOf('reports', 'users') ? 'parts' : isOwn ? 'cards' : null;
  if (isOf('later')) return isOf('reports', 'users') ? 'places' : isOwn ? 'outlets' : null;
  if (isOf('reports')) return isOf('users') ? 'lists' : isOwn ? 'reports' : 'forms';
  if (isOf('users')) return isOwn ? 'users' : 'tables';
  return null;
}

/** Returns the repository's modules that `roots` need immediately. The bundler adds the used parts of libraries. */
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

const ICON = /@tabler[\\/]icons-react[\\/].*[\\/](createReactComponent|Icon\w+)\./;
const ICON_NAMES = /\bIcon[A-Z]\w*/g;

/**
 * Returns icon names in three groups: in the frame and the dashboard up to its cards, on the login page, and on all
 * other pages.
 */
function iconsOf(root: string, needed: Needed, context: Context) {
  const namesAt = (...places: Place[]): ReadonlySet<string> => {
    const ids = needed.flatMap(([place, some]) => (places.includes(place) ? [...some] : []));
    return new Set(ids.flatMap((id) => context.getModuleInfo(id)?.code?.match(ICON_NAMES) ?? []));
  };
  const sources = readdirSync(resolve(root, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/features[\\/]auth[\\/]/.test(name))
    .map((name) => readFileSync(resolve(root, 'web', name), 'utf8'));
  return {
    first: namesAt('entry', 'frame', 'dashboard', 'cards'),
    login: namesAt('login'),
    others: new Set(sources.flatMap((text) => text.match(ICON_NAMES) ?? [])),
  };
}

type Needed = readonly (readonly [Place, ReadonlySet<string>])[];

/**
 * Bundles the pages that are opened by their URL into a few files. By default each pair of pages would share a separate
 * file: some seventy files of a few hundred bytes. A browser requests six files in parallel, and the file that all
 * other files wait for would arrive last.
 */
export function pageChunks(root: string): Group[] {
  const begins = new Map(
    Object.entries(PLACES).map(([place, files]) => [place as Place, files.map((file) => resolve(root, file))]),
  );
  // Entry points stay separate files, because each is requested by its own file name.
  const isBegin = new Set([...begins.values()].flat());
  let found: Needed | undefined;
  const needed = (context: Context): Needed => {
    found ??= [...begins].map(([place, roots]) => [place, neededBy(roots, context)]);
    return found;
  };
  const fileWith = (id: string, context: Context): string | null =>
    fileOf(
      id,
      needed(context).flatMap(([place, ids]) => (ids.has(id) ? [place] : [])),
    );
  let icons: ReturnType<typeof iconsOf> | undefined;
  const iconFile = (id: string, context: Context): string | null => {
    icons ??= iconsOf(root, needed(context), context);
    const name = ICON.exec(id)?.[1] ?? '';
    const isOfOthers = icons.others.has(name);
    if (name === 'createReactComponent' || icons.first.has(name)) return 'icons';
    if (icons.login.has(name)) return isOfOthers ? 'icons' : 'login-icons';
    return isOfOthers ? 'more-icons' : null;
  };
  return [
    // Icons are bundled into at most three files instead of two dozen.
    { name: iconFile, test: ICON, debugName: 'icons', priority: FILES.length + 1 },
    ...FILES.map(
      (file, index): Group => ({
        name: (id, context) => (fileWith(id, context) === file ? file : null),
        test: (id) => !isBegin.has(id),
        debugName: file,
        priority: FILES.length - index,
      }),
    ),
  ];
}
