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

/** The guide from a new copy of the product to its first paid view. */
export function QuickStartPage() {
  return (
    <>
      <DocTitle title="Quick start">A demo needs one command, a production installation eight.</DocTitle>
      <DocSection id="requirements" title="Requirements">
        <ul>
          <li>Node.js 20.19 or newer with npm</li>
          <li>Linux (glibc) or macOS</li>
          <li>Nothing else, because both databases are embedded unless you choose servers</li>
        </ul>
      </DocSection>
      <DocSection id="try-it" title="Try it">
        <CodeBlock label="Start" language="bash" code="npm start" />
        <p>
          The first start installs and builds the product and creates a demo network. It prints the address and three
          demo accounts. Each account’s password is <code>voltboard-demo</code>.
        </p>
        <DocTable
          label="Demo accounts"
          head={['Account', 'Sees']}
          isCode
          rows={[
            ['admin@demo.voltboard.example', 'The whole network'],
            ['owner@demo.voltboard.example', 'The outlets and share of one hotel group'],
            ['sponsor@demo.voltboard.example', 'The campaigns and spend of one advertiser'],
          ]}
        />
      </DocSection>
      <DocSection id="real" title="Production installation">
        <p>
          It starts empty and has no default password. Set these variables in every terminal. The server and the
          commands find the same data folder through <code>DATA_DIR</code>; without it, they create another one in{' '}
          <code>./data</code>.
        </p>
        <CodeBlock label="Settings" language="bash" code={INSTALL.settings} />
        <CodeBlock label="Start in production" language="bash" code={INSTALL.start} />
        <p>
          In a second terminal with the same settings, create the first administrator. The command asks for a password
          of at least 15 characters:
        </p>
        <CodeBlock label="First administrator" language="bash" code={INSTALL.administrator} />
        <p>
          Sign in at <code>PUBLIC_URL</code>. An administrator sets up a second factor at the first sign-in. Have a
          passkey or an authenticator app ready, and save the recovery codes, which are shown once.{' '}
          <code>ADMIN_MFA=off</code> makes it optional.
        </p>
        <p>
          Import the network from files in this order, here from the examples. A file is imported completely or not at
          all, and <code>--dry-run</code> only checks it. You can also use the browser: the first screen of an empty
          network shows the next steps and links to the forms and imports.
        </p>
        <CodeBlock label="Import" language="bash" code={INSTALL.import} />
        <p>
          The contents of each file are described <a href="#files">below</a> and in{' '}
          <code>npm run admin -- import --help</code>.
        </p>
        <p>
          Set a price, import the campaigns and add a picture to a flight. Advertisers pay the rate card’s price unless
          their flight has its own. The example’s flights start on the day of the import.
        </p>
        <CodeBlock label="Campaign" language="bash" code={INSTALL.campaign} />
        <p>
          Issue a key for an outlet, or for a gateway that reports for all outlets of a customer. Each key is shown
          once:
        </p>
        <CodeBlock label="Keys" language="bash" code={INSTALL.keys} />
        <p>
          Request an ad with the outlet’s key. If there is none, <code>reason</code> says why. For more, see{' '}
          <DocLink to="integration/serving-api">serving API</DocLink>.
        </p>
        <CodeBlock label="First ad" language="bash" code={INSTALL.serve} />
        <p>
          Report that a visitor saw it. The play’s ID becomes the view’s ID, and its token proves that the server chose
          the ad. The dashboard now shows one view and $0.02. For more, see the{' '}
          <DocLink to="integration/ingestion-api">ingestion API</DocLink>.
        </p>
        <CodeBlock label="First view" language="bash" code={INSTALL.view} />
        <p>
          Before real outlets report, simulate some with the gateway’s key. Without <code>--duration</code>, the
          simulator does not stop. The file names the outlets and the flights that they show.{' '}
          <code>npm run simulate -- --help</code> describes it.
        </p>
        <CodeBlock label="Simulate" language="bash" code={INSTALL.simulate} />
      </DocSection>
      <DocSection id="files" title="Files">
        <p>
          The first line names the columns, in any order. Columns that are not required are optional. Files use UTF-8
          and commas, semicolons or tabs, which a first line <code>sep=;</code> can also name. They have at most 200,000
          lines. Cells can use the formats of other regions: <code>1.234,56</code>, <code>35,5%</code>,{' '}
          <code>21.10.2026</code>. An ambiguous value such as <code>01/02/2026</code> is rejected with a hint. Importing
          the same file again changes nothing.
        </p>
        {IMPORTED_KINDS.map((kind) => (
          <Fragment key={kind}>
            <p>{CSV_FILES[kind].about}</p>
            <DocTable
              label={`${kind}.csv`}
              head={[`${kind}.csv`, 'Meaning', 'Format', 'Example']}
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
            ['npm start', 'Build if needed, then serve the product and the API'],
            ['npm run dev', 'Serve with hot reload (web on 5173, API on 4000)'],
            ['npm test', 'All checks: types, lint, unit, route and browser tests'],
            ['npm run check', 'The fast checks'],
            ['npm run admin', 'Administration commands, also while the server runs'],
            ['npm run simulate', 'Simulate a network of outlets against the public API'],
            ['npm run bench', 'Measure this machine'],
          ]}
        />
      </DocSection>
    </>
  );
}
