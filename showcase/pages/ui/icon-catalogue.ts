import {
  BRAND,
  CURRENCY,
  FILE_TYPE,
  FONT_AWESOME_71,
  FONT_AWESOME_ALIASES,
  FONT_AWESOME_CODES,
  FORM_CONTROL,
  GLYPHICON_CODES,
  MEDICAL,
  SPINNER,
  TEXT_EDITOR,
  VIDEO_PLAYER,
  WEB_APPLICATION,
} from './font-icons-sample-data.ts';

/** The tabs, in the specification's order and spelling. */
export const ICON_TABS = [
  'Glypicons',
  'FA 4.7.0',
  'Web Application',
  'Spinner',
  'Text Editor',
  'Brand',
  'Other',
  'Flaticons',
] as const;
export type IconTab = (typeof ICON_TABS)[number];

export type IconFamily = 'Glyphicons' | 'Font Awesome' | 'Tabler';

export type IconEntry = {
  /** The name in the catalog. An alias has its own name. */
  readonly label: string;
  /** The name in the URL of the icon's page. An alias has the original icon's name. */
  readonly name: string;
  readonly isAlias: boolean;
  readonly family: IconFamily;
  /** The icon font's character. */
  readonly glyph?: string;
};

export type IconGroup = { readonly title: string | null; readonly entries: readonly IconEntry[] };

const words = (list: string): string[] => list.trim().split(/\s+/);
const pairs = (list: string): Map<string, string> =>
  new Map(
    words(list)
      .map((pair) => pair.split(':'))
      .map(([key = '', value = '']) => [key, value]),
  );

const ALIASES = pairs(FONT_AWESOME_ALIASES);
const AWESOME = pairs(FONT_AWESOME_CODES);
const GLYPHICONS = pairs(GLYPHICON_CODES);

const character = (code: string): string => String.fromCodePoint(Number.parseInt(code, 16));

function awesomeEntry(label: string): IconEntry {
  const name = ALIASES.get(label) ?? label;
  return {
    label,
    name,
    isAlias: ALIASES.has(label),
    family: 'Font Awesome',
    glyph: character(AWESOME.get(name) ?? '20'),
  };
}

const glyphiconEntry = ([label, code]: readonly [string, string]): IconEntry => ({
  label,
  name: `glyphicon-${label}`,
  isAlias: false,
  family: 'Glyphicons',
  glyph: character(code),
});

const group = (title: string | null, list: string): IconGroup => ({ title, entries: words(list).map(awesomeEntry) });

/** Each tab's groups. The last tab is missing, because it loads its icons itself. */
export const FONT_ICON_GROUPS: Readonly<Record<Exclude<IconTab, 'Flaticons'>, readonly IconGroup[]>> = {
  Glypicons: [{ title: 'Built-in Glyphicons', entries: [...GLYPHICONS].map(glyphiconEntry) }],
  'FA 4.7.0': [group('Awesome Font Awesome', FONT_AWESOME_71)],
  'Web Application': [group(null, WEB_APPLICATION)],
  Spinner: [group(null, SPINNER)],
  'Text Editor': [group(null, TEXT_EDITOR)],
  Brand: [group(null, BRAND)],
  Other: [
    group('File Type', FILE_TYPE),
    group('Form Control', FORM_CONTROL),
    group('Currency', CURRENCY),
    group('Video Player', VIDEO_PLAYER),
    group('Medical', MEDICAL),
  ],
};

/** Returns a Tabler icon's name in the URL: `flat-anchor` for IconAnchor. */
export const flatName = (component: string): string => `flat-${component.replace(/^Icon/, '').toLowerCase()}`;

export const tabKey = (tab: IconTab): string => tab.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
export const tabOfKey = (key: string): IconTab => ICON_TABS.find((tab) => tabKey(tab) === key) ?? ICON_TABS[0];

export type IconDetail = { readonly entry: IconEntry; readonly aliases: readonly string[]; readonly tab: IconTab };

/** Finds a font icon by its name in the URL, with its aliases and the first tab that contains it. */
export function findFontIcon(name: string): IconDetail | undefined {
  const canonical = ALIASES.get(name) ?? name;
  for (const [tab, groups] of Object.entries(FONT_ICON_GROUPS)) {
    const entry = groups.flatMap(({ entries }) => entries).find((candidate) => candidate.name === canonical);
    if (entry === undefined) continue;
    const aliases = entry.family === 'Font Awesome' ? aliasesOf(canonical) : [];
    const label = entry.family === 'Font Awesome' ? canonical : entry.label;
    return { entry: { ...entry, label, isAlias: false }, aliases, tab: tabOfKey(tabKey(tab as IconTab)) };
  }
  return undefined;
}

const aliasesOf = (name: string): string[] => [...ALIASES].flatMap(([alias, of]) => (of === name ? [alias] : []));
