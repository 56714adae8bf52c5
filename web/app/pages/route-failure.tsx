import type { ErrorComponentProps } from '@tanstack/react-router';
import { PlainButton } from '../../ui/plain-button.tsx';
import { messageOf, referenceOf } from '../error-catalogue.ts';
import classes from './pages.module.css';

/**
 * A page that could not be drawn or fetched says so in its place. Plain elements only: this is in the first chunk, for
 * when no other can be had.
 */
export function RouteFailure({ error }: ErrorComponentProps) {
  const isCodeGone = /dynamically imported module|module script|preload/i.test(messageOf(error));
  const reference = referenceOf(error);
  return (
    <div className={classes.main} role="alert">
      <h1 className={classes.title}>Error</h1>
      <p className={classes.text}>
        {isCodeGone ? 'This page could not be fetched; Voltboard may have been updated.' : messageOf(error)}
      </p>
      {reference === null ? null : <p className={classes.reference}>Reference {reference}</p>}
      <p>
        <PlainButton onClick={() => window.location.reload()}>Try again</PlainButton>
      </p>
    </div>
  );
}
