import type { DemoPageRoute } from './demo-page-route.ts';

export type FoundDemoPage = { readonly route: DemoPageRoute; readonly params: Readonly<Record<string, string>> };

/** The page at `path` below /app, with what its `$name` parts hold; undefined if there is none. */
export function findDemoPage(routes: readonly DemoPageRoute[], path: string): FoundDemoPage | undefined {
  const parts = path.split('/').filter((part) => part !== '');
  for (const route of routes) {
    const params = matchParts(route.path.split('/'), parts);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function matchParts(wanted: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [position, want] of wanted.entries()) {
    const part = parts[position] ?? '';
    if (want.startsWith('$')) params[want.slice(1)] = part;
    else if (want !== part) return undefined;
  }
  return params;
}
