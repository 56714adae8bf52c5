import { CodeBlock } from '../../ui/code-block.tsx';
import { DocLink, DocSection, DocTable, DocTitle } from './doc-parts.tsx';

const CSV =
  'npm run admin -- import customers.csv\nnpm run admin -- import outlets.csv\nnpm run admin -- import campaigns.csv';

/** From a fresh copy to the first event. */
export function QuickStartPage() {
  return (
    <>
      <DocTitle title="Quick start">A running installation needs one command, a real one five.</DocTitle>
      <DocSection id="requirements" title="Requirements">
        <ul>
          <li>Node.js 20.19 or newer with npm</li>
          <li>Linux (glibc) or macOS</li>
          <li>Nothing else: both databases are embedded unless you choose servers</li>
        </ul>
      </DocSection>
      <DocSection id="try-it" title="Try it">
        <CodeBlock label="Start" language="bash" code="npm start" />
        <p>
          The first start installs, builds and makes a demo network; it prints the address and three demo accounts. The
          password of each is <code>voltboard-demo</code>.
        </p>
        <DocTable
          label="Demo accounts"
          head={['Account', 'Sees']}
          isCode
          rows={[
            ['admin@demo.voltboard.example', 'the whole network'],
            ['owner@demo.voltboard.example', 'the outlets of one hotel group, and its share'],
            ['sponsor@demo.voltboard.example', 'the campaigns of one advertiser, and what they cost'],
          ]}
        />
      </DocSection>
      <DocSection id="real" title="A real installation">
        <p>It starts empty and has no default password.</p>
        <CodeBlock
          label="Start in production"
          language="bash"
          code={
            'NODE_ENV=production DATA_DIR=/var/lib/voltboard \\\n  PUBLIC_URL=https://outlets.example.com npm start'
          }
        />
        <p>The first administrator; the command asks for the password:</p>
        <CodeBlock
          label="First administrator"
          language="bash"
          code="npm run admin -- create-admin --email you@example.com"
        />
        <p>The network from three files, in this order. A file is imported as a whole or not at all:</p>
        <CodeBlock label="Import" language="bash" code={CSV} />
        <p>A key for an outlet, or one for a gateway that speaks for all outlets of a customer:</p>
        <CodeBlock
          label="Keys"
          language="bash"
          code={
            'npm run admin -- issue-key --eui 0011223344556677\nnpm run admin -- issue-key --customer "Pier House Hotels"'
          }
        />
        <p>
          Then report the <DocLink to="integration/ingestion-api">first event</DocLink>.
        </p>
      </DocSection>
      <DocSection id="tasks" title="Tasks">
        <DocTable
          label="Tasks"
          head={['Command', 'What it does']}
          isCode
          rows={[
            ['npm start', 'build if needed, then serve product and API'],
            ['npm run dev', 'serve with hot reload (web on 5173, API on 4000)'],
            ['npm test', 'everything: types, lint, unit, route and browser tests'],
            ['npm run check', 'the fast part of the tests'],
            ['npm run admin', 'administrators’ commands; works beside a running server'],
            ['npm run simulate', 'play a network of outlets against the public API'],
            ['npm run bench', 'measure this machine'],
          ]}
        />
      </DocSection>
    </>
  );
}
