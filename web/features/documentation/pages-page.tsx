import { Link } from '@tanstack/react-router';
import { loadShowcase } from '../../lib/load-showcase.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { DocSection, DocTitle, PageButton } from './doc-parts.tsx';
import classes from './documentation.module.css';

const GUARD = `const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyPage(() => import('../shell/shell.tsx'), 'Shell'),
});`;

/** A tour of the screens. */
export function PagesPage() {
  return (
    <>
      <DocTitle title="Pages">The screens, and where they are. Signed-in ones ask for a login first.</DocTitle>
      <DocSection id="auth" title="Auth">
        <p>
          Everything below <code>/app</code> needs a session; without one the login page comes first and leads back
          afterwards. <code>/admin</code> needs an administrator. The guard of the whole area is one route:
        </p>
        <CodeBlock label="The guard of /app" language="tsx" code={GUARD} />
      </DocSection>
      <DocSection id="dashboards" title="Dashboards">
        <p>
          <Link to="/app/main/dashboard">The business dashboard</Link> shows real figures of your network: the map, the
          summary, one card per customer. Its filters stand in the address, so a view can be sent to somebody who may
          see the same.
        </p>
        {loadShowcase === null ? null : <SampleDashboards />}
      </DocSection>
      {loadShowcase === null ? null : <SamplePages />}
    </>
  );
}

function SampleDashboards() {
  return (
    <>
      <p>Two sample pages show other dashboards:</p>
      <p className={classes.buttons}>
        <PageButton to="main/analytics">Analytics</PageButton>
        <PageButton to="main/visits">Visits</PageButton>
      </p>
    </>
  );
}

/** The showcase's sample pages. */
function SamplePages() {
  return (
    <>
      <DocSection id="inbox" title="Inbox">
        <ul>
          <li>A sample page with 96 messages, ten a page</li>
          <li>Folders for starred, sent, drafts and trash; quick views for work, private and saved</li>
          <li>Search in sender, subject and content</li>
          <li>Read, unread, star, archive and delete, one by one or all marked, with undo</li>
          <li>Compose with a rich text editor; nothing is sent</li>
        </ul>
        <p className={classes.buttons}>
          <PageButton to="inbox">Open the inbox</PageButton>
        </p>
      </DocSection>
      <DocSection id="e-commerce" title="E-Commerce">
        <div className={classes.cards}>
          <div className={classes.card}>
            <h3>Products grid</h3>
            <p>Twelve sample products with sale prices and favourites.</p>
          </div>
          <div className={classes.card}>
            <h3>Product page</h3>
            <p>One product with sizes, description and what else you may like.</p>
          </div>
        </div>
        <p className={classes.buttons}>
          <PageButton to="ecommerce/management">Product management</PageButton>
          <PageButton to="ecommerce/products">Products grid</PageButton>
          <PageButton to="ecommerce/product">Product page</PageButton>
        </p>
      </DocSection>
    </>
  );
}
