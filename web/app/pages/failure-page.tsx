import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { interpolate } from '../../lib/interpolate.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { PlainButton, plainButtonClass } from '../../ui/plain-button.tsx';
import { PATHS } from '../paths.ts';
import { failurePageStrings as strings } from './app-pages-strings.ts';
import { MessagePage } from './message-page.tsx';
import { BrokenLineDrawing } from './page-drawings.tsx';
import classes from './pages.module.css';

/** The 500 page: a link to the dashboard, a retry button, and the reference under which the server logged the error. */
export function FailurePage() {
  const router = useRouter();
  const { from, ref } = useSearch({ from: PATHS.failure });
  const reference = ref?.replace(/[^\w-]/g, '').slice(0, 64);
  return (
    <MessagePage drawing={<BrokenLineDrawing />} code="500" title={strings.somethingWentWrong} text={strings.text}>
      {reference ? (
        <p className={classes.reference}>{interpolate(strings.reference, { reference: <code>{reference}</code> })}</p>
      ) : null}
      <div className={classes.actions}>
        <PlainButton onClick={() => router.history.push(safeReturnPath(from))}>{strings.tryAgain}</PlainButton>
        <Link to={PATHS.app} className={plainButtonClass(true)}>
          {strings.backToTheDashboard}
        </Link>
      </div>
    </MessagePage>
  );
}
