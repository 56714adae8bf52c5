import { Fragment } from 'react';
import { CSV_FILES, csvColumns, IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { DocLink, DocSection, DocTable, type DocTableProps, DocTitle } from './doc-parts.tsx';
import { INSTALL } from './quick-start-commands.ts';

/** Returns the columns that an import file's author needs. */
const columnsOf = (kind: ImportedKind): DocTableProps['rows'] =>
  Object.entries(csvColumns(kind))
    .filter(([, { need }]) => need !== 'export')
    .map(([name, { need, meaning, form, examples }]) => [
      name,
      need === 'required' ? `${meaning} (required)` : meaning,
      form,
      examples.find((text) => text !== '') ?? '',
    ]);

/** The guide from a new copy of the product to its first event. */
export function QuickStartPage() {
  return (
    <>
      <DocTitle title="Quick start">A running installation needs one command, a real one six.</DocTitle>
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
        <p>
          It starts empty and has no default password. The first line is for every terminal you use: server and commands
          find the same data folder by <code>DATA_DIR</code>; without it they make another one in <code>./data</code>.
        </p>
        <CodeBlock label="Settings" language="bash" code={INSTALL.settings} />
        <CodeBlock label="Start in production" language="bash" code={INSTALL.start} />
        <p>
          In a second terminal, with the same settings, the first administrator; the command asks for the password (15
          characters or more):
        </p>
        <CodeBlock label="First administrator" language="bash" code={INSTALL.administrator} />
        <p>
          Sign in at <code>PUBLIC_URL</code>. An administrator’s first sign-in sets up a second factor: have a passkey
          or an app for one-time codes ready, and keep the recovery codes that are shown once.{' '}
          <code>ADMIN_MFA=off</code> leaves it to each administrator.
        </p>
        <p>
          The network comes from files, in this order, here from the examples. A file is imported as a whole or not at
          all, and <code>--dry-run</code> only checks it. The first screen of an empty network says what to do next, and
          leads to the forms and imports that do it in the browser.
        </p>
        <CodeBlock label="Import" language="bash" code={INSTALL.import} />
        <p>
          What each file holds stands <a href="#files">below</a>, and in <code>npm run admin -- import --help</code>.
        </p>
        <p>A key for an outlet, or one for a gateway that speaks for all outlets of a customer; each is shown once:</p>
        <CodeBlock label="Keys" language="bash" code={INSTALL.keys} />
        <p>
          The first event, with the outlet’s key. More in the{' '}
          <DocLink to="integration/ingestion-api">ingestion API</DocLink>.
        </p>
        <CodeBlock label="First event" language="bash" code={INSTALL.event} />
        <p>
          Before real outlets report, play some with the gateway’s key; leave <code>--duration</code> out to go on. The
          file names the outlets and the flights that they show; <code>npm run simulate -- --help</code> describes it.
        </p>
        <CodeBlock label="Simulate" language="bash" code={INSTALL.simulate} />
      </DocSection>
      <DocSection id="files" title="Files">
        <p>
          The first line names the columns, in any order; those that are not required may be left out. UTF-8; comma,
          semicolon or tab, also named by a first line <code>sep=;</code>; 200,000 lines at most. A cell may be written
          as spreadsheets of other regions do: <code>1.234,56</code>, <code>35,5%</code>, <code>21.10.2026</code>. Where
          it can mean two things, as <code>01/02/2026</code>, the line is refused and says what to write. The same file
          again changes nothing.
        </p>
        {IMPORTED_KINDS.map((kind) => (
          <Fragment key={kind}>
            <p>{CSV_FILES[kind].about}</p>
            <DocTable
              label={`${kind}.csv`}
              head={[`${kind}.csv`, 'Says', 'Written as', 'Example']}
              isCode
              rows={columnsOf(kind)}
            />
          </Fragment>
        ))}
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
