import { chunkSizes, scriptUntilUsable } from './bundle-sizes.ts';
import { signIn } from './measure-reads.ts';
import { line } from './tables.ts';

const CHUNKS = 12;

/**
 * Measures the JavaScript that a browser loads until login and dashboard are usable. Lists the build's largest chunks.
 */
export async function measureBrowser(url: string): Promise<void> {
  const { authorization, token } = await signIn(url);
  const me = await fetch(`${url}/api/auth/me`, { headers: { authorization } });
  const stored = { token, user: await me.text() };
  const login = await scriptUntilUsable(`${url}/login`, 'input[type=password]');
  const dashboard = await scriptUntilUsable(
    `${url}/app/main/dashboard`,
    'article, [data-testid=customer-card]',
    stored,
  );
  console.log(
    `\nJavaScript until usable, gzip: login ${login} kB (at most 110), dashboard ${dashboard} kB (at most 180)`,
  );
  for (const { chunk, gzipKb } of chunkSizes().slice(0, CHUNKS)) line(chunk, `${gzipKb} kB`);
}
