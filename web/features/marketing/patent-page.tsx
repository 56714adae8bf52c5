import { Link } from '@tanstack/react-router';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Footer, PATENT_NUMBER } from './footer.tsx';
import classes from './marketing.module.css';

/** The page behind the footer's patent number. The page explains that the number is an example. */
export function PatentPage() {
  return (
    <div className={classes.page}>
      <div>
        <PageTitle title="Patent number" context={`${PATENT_NUMBER} is an example`} />
        <Panel title="What this number is" className={classes.prose ?? ''}>
          <p>
            Operators of outlet networks often hold patents on their hardware and name them in the footer. The number{' '}
            {PATENT_NUMBER} belongs to the demo network, which does not exist: it is a place holder, it is not the
            number of any patent, and Voltboard claims none by showing it.
          </p>
          <p>
            An operator who runs Voltboard puts its own number here, or takes the line away. Until then there is nothing
            to look up in a register.
          </p>
          <p>
            <Link to="/app/home">Back to what owners get</Link>
          </p>
        </Panel>
      </div>
      <Footer />
    </div>
  );
}
