import { Button } from '@mantine/core';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { safeReturnPath } from '../../lib/return-path.ts';
import { PATHS } from '../paths.ts';
import { BrokenLineDrawing } from './drawings.tsx';
import { MessagePage } from './message-page.tsx';
import classes from './pages.module.css';

/** 500: a way back, a way to try again, and the reference under which the server logged it. */
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
        <Button onClick={() => router.history.push(safeReturnPath(from))}>Try again</Button>
        <Button variant="default" renderRoot={(props) => <Link to={PATHS.app} {...props} />}>
          Back to the dashboard
        </Button>
      </div>
    </MessagePage>
  );
}
