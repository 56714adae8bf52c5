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
      <DocTitle title="Pages">The screens and their addresses. Most require you to sign in.</DocTitle>
      <DocSection id="auth" title="Auth">
        <p>
          Everything below <code>/app</code> requires a session. Without one, the login page appears first and leads
          back afterwards. <code>/admin</code> requires an administrator. One route guards the whole area:
        </p>
        <CodeBlock label="The guard of /app" language="tsx" code={GUARD} />
      </DocSection>
      <DocSection id="dashboards" title="Dashboards">
        <p>
          <Link to="/app/main/dashboard">The business dashboard</Link> shows the figures of your network: the map, the
          summary and one card per customer. Its filters are part of the address, so you can share a view with anyone
          who has access.
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
          <li>A sample page with 96 messages, ten per page</li>
          <li>Folders for starred, sent, drafts and trash; quick views for work, private and saved</li>
          <li>Search by sender, subject and content</li>
          <li>Mark as read or unread, star, archive and delete one or several messages, with undo</li>
          <li>Compose with a rich text editor (nothing is sent)</li>
        </ul>
        <p className={classes.buttons}>
          <PageButton to="inbox">Open the inbox</PageButton>
        </p>
      </DocSection>
      <DocSection id="e-commerce" title="E-Commerce">
        <div className={classes.cards}>
          <div className={classes.card}>
            <h3>Products grid</h3>
            <p>Twelve sample products with sale prices and favorites.</p>
          </div>
          <div className={classes.card}>
            <h3>Product page</h3>
            <p>One product with sizes, a description and related products.</p>
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
