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
            {PATENT_NUMBER} is a placeholder for the demo network: it is not the number of any patent, and Voltboard
            claims none by showing it.
          </p>
          <p>
            Operators who run Voltboard replace it with their own number or remove the line. Until then, there is
            nothing to look up in a register.
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
