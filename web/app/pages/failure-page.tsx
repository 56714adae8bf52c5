import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { safeReturnPath } from '../../lib/return-path.ts';
import { PlainButton, plainButtonClass } from '../../ui/plain-button.tsx';
import { PATHS } from '../paths.ts';
import { MessagePage } from './message-page.tsx';
import { BrokenLineDrawing } from './page-drawings.tsx';
import classes from './pages.module.css';

/** The 500 page: a link to the dashboard, a retry button, and the reference under which the server logged the error. */
export function FailurePage() {
  const router = useRouter();
  const { from, ref } = useSearch({ from: PATHS.failure });
  const reference = ref?.replace(/[^\w-]/g, '').slice(0, 64);
  return (
    <MessagePage
      drawing={<BrokenLineDrawing />}
      code="500"
      title="Something went wrong"
      text="The server could not do this. Nothing of yours is lost; trying again in a moment often helps."
    >
      {reference ? (
        <p className={classes.reference}>
          If it stays, tell your administrator this reference: <code>{reference}</code>
        </p>
      ) : null}
      <div className={classes.actions}>
        <PlainButton onClick={() => router.history.push(safeReturnPath(from))}>Try again</PlainButton>
        <Link to={PATHS.app} className={plainButtonClass(true)}>
          Back to the dashboard
        </Link>
      </div>
    </MessagePage>
  );
}
