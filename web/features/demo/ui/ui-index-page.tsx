import { Link } from '@tanstack/react-router';
import { DemoPage } from '../demo-page.tsx';
import { DEMO_SECTIONS } from '../demo-pages.ts';
import classes from './ui-index-page.module.css';

const PAGES = DEMO_SECTIONS.flatMap(({ entries }) => entries)
  .flatMap((entry) => ('links' in entry ? entry.links : []))
  .filter(({ to }) => to.startsWith('/app/ui/'));

/** All pages of the interface's parts. */
export function UiIndexPage() {
  return (
    <DemoPage title="UI - **Elements**" lead="The parts the screens are made of, each with samples to try.">
      <ul className={classes.pages}>
        {PAGES.map(({ label, to, words }) => (
          <li key={to}>
            <Link to={to} className={classes.page}>
              <span className={classes.label}>{label}</span>
              <span className={classes.words}>{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </DemoPage>
  );
}
