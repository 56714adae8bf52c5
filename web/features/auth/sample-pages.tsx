import { loadShowcase } from '../../lib/load-showcase.ts';
import { openAddress } from '../../lib/open-address.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import classes from './auth.module.css';
import { beginSampleSession } from './sample-session.ts';

/** The business screens, which need a server. The visitor gets a page with content instead. */
const BUSINESS = /^\/app(\/main(\/dashboard)?)?\/?$/;
const FIRST_PAGE = loadShowcase === null ? '/app/home' : '/app/main/visits';

/** Offers the sample pages on the login page of a copy without a server, above the form, which cannot work there. */
export function SamplePages({ from }: { from: string | undefined }) {
  const open = (): void => {
    const path = safeReturnPath(from);
    beginSampleSession();
    openAddress(BUSINESS.test(path) ? FIRST_PAGE : path, true);
  };
  return (
    <section className={`${classes.demo} ${classes.sample}`} aria-labelledby="sample-pages">
      <p id="sample-pages">
        This copy of Voltboard runs without a server, so nobody can sign in here. The sample pages are open to
        everybody.
      </p>
      <PlainButton onClick={open}>Look at the sample pages</PlainButton>
    </section>
  );
}
