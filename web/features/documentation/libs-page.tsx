import { loadShowcase } from '../../lib/load-showcase.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { DocSection, DocTitle } from './doc-parts.tsx';
import { LIBRARIES, OTHERS } from './libs.ts';

/**
 * Whether the page that demonstrates a library exists. Most are in the showcase, which may be absent; the dashboard and
 * the pages outside /app always exist.
 */
const isThere = (href: string): boolean =>
  loadShowcase !== null || !href.startsWith('/app/') || href === '/app/main/dashboard';

/** The page about the product's libraries. */
export function LibsPage() {
  return (
    <>
      <DocTitle title="Libs">The libraries behind the product, and where to see them.</DocTitle>
      {LIBRARIES.filter(({ href = '/' }) => isThere(href)).map(({ name, text, href, code }) => (
        <DocSection key={name} id={name.toLowerCase().replaceAll(/\W+/g, '-')} title={name}>
          <p>
            {text} {href === undefined ? null : <a href={href}>See {name}</a>}
          </p>
          <CodeBlock label={`Use of ${name}`} language="tsx" code={code} />
        </DocSection>
      ))}
      <DocSection id="others" title="Others">
        <ul>
          {OTHERS.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </DocSection>
    </>
  );
}
