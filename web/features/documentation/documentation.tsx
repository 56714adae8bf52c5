import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useHasApiDocs } from '../../lib/public-config.ts';
import { Logo } from '../../ui/logo.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import touch from '../../ui/touch-targets.module.css';
import { DOC_GROUPS, type DocPage, findDocPage, pageAfter } from './doc-pages.ts';
import classes from './documentation.module.css';
import { OnThisPage } from './on-this-page.tsx';

/** The documentation's own frame: header, menu, page, and a list of the page's sections. Needs no sign-in. */
export function Documentation({ path }: { path: string }) {
  const page = findDocPage(path);
  const main = useRef<HTMLElement>(null);
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
  if (page === undefined) return null;
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#doc-main">
        Skip to content
      </a>
      <Head />
      <div className={classes.columns}>
        <Menu key={path} />
        <main className={classes.main} id="doc-main" tabIndex={-1} ref={main}>
          <Crumbs page={page} />
          <Suspense
            fallback={
              <div className={classes.pending}>
                <Spinner label="Loading" />
              </div>
            }
          >
            <article className={`${classes.article} ${touch.touch}`} id="doc-article">
              <page.component path={path} />
            </article>
            <OnThisPage key={path} />
            <Next path={path} />
            <footer className={classes.foot}>Voltboard is open source under the MIT license.</footer>
          </Suspense>
        </main>
      </div>
    </div>
  );
}

function Head() {
  const hasApiDocs = useHasApiDocs();
  return (
    <header className={classes.head}>
      <Link to="/documentation/$" params={{ _splat: 'getting-started/overview' }} className={classes.brand}>
        <Logo /> <span className={classes.brandWord}>Documentation</span>
      </Link>
      <nav className={classes.headLinks} aria-label="Product">
        {hasApiDocs ? <a href="/api/docs">API description</a> : null}
        <Link to="/" className={classes.preview}>
          Live Preview
        </Link>
      </nav>
    </header>
  );
}

function Menu() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={classes.side}>
      <button
        type="button"
        className={classes.menuButton}
        aria-expanded={isOpen}
        aria-controls="doc-menu"
        onClick={() => setIsOpen(!isOpen)}
      >
        Contents
      </button>
      <nav id="doc-menu" className={classes.menu} data-open={isOpen || undefined} aria-label="Documentation">
        {DOC_GROUPS.map(({ title, pages }) => (
          <section key={title} aria-label={title}>
            {pages.length === 1 ? null : <p className={classes.group}>{title}</p>}
            <ul>
              {pages.map((page) => (
                <li key={page.path}>
                  {/* The router marks the link to the open page. */}
                  <Link to="/documentation/$" params={{ _splat: page.path }}>
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

function Crumbs({ page }: { page: DocPage }) {
  const group = DOC_GROUPS.find(({ pages }) => pages.includes(page));
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.crumbs}>
        <li>Documentation</li>
        {group === undefined || group.pages.length === 1 ? null : <li>{group.title}</li>}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}

function Next({ path }: { path: string }) {
  const next = pageAfter(path);
  if (next === undefined) return null;
  return (
    <Link to="/documentation/$" params={{ _splat: next.path }} className={classes.next}>
      <span>Next</span>
      <strong>{next.title}</strong>
    </Link>
  );
}
