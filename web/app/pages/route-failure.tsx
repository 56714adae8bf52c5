import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { checkConnection, useIsConnectionLost } from '../../lib/connection.ts';
import { PageCodeError } from '../../lib/lazy-page.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { messageOf, referenceOf } from '../error-catalogue.ts';
import classes from './pages.module.css';

/** Also what parts of a page throw whose code cannot be fetched. */
const isCodeGone = (error: unknown): boolean =>
  error instanceof PageCodeError || /dynamically imported module|module script|preload/i.test(messageOf(error));

/**
 * A page that could not be drawn or fetched says so in its place, and tries again by itself when the server is back. Plain
 * elements only: this is in the first chunk, for when no other can be had.
 */
export function RouteFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isLost = useIsConnectionLost();
  const reference = referenceOf(error);
  const codeIsGone = isCodeGone(error);
  const again = (): void => {
    // The document is only loaded anew from a server that is there: it may have a newer version.
    if (codeIsGone) window.location.reload();
    else void router.invalidate();
  };
  const tryAgain = async (): Promise<void> => {
    if (await checkConnection()) again();
  };
  useRecovery(isLost, again);
  return (
    <div className={`${classes.main} ${classes.failure}`} role="alert">
      <h1 className={classes.title}>Error</h1>
      <p className={classes.text}>{textOf(error, codeIsGone, isLost)}</p>
      {reference === null ? null : <p className={classes.reference}>Reference {reference}</p>}
      <p className={classes.actions}>
        <PlainButton onClick={() => void tryAgain()}>Try again</PlainButton>
      </p>
    </div>
  );
}

function textOf(error: unknown, codeIsGone: boolean, isLost: boolean): string {
  if (isLost) return 'The server cannot be reached. This page comes by itself as soon as it is back.';
  return codeIsGone ? 'This page could not be fetched; Voltboard may have been updated.' : messageOf(error);
}

/** Asks at once whether the server is there; calls back when it is back after it was away. */
function useRecovery(isLost: boolean, onBack: () => void): void {
  const wasLost = useRef(isLost);
  const back = useEffectEvent(onBack);
  useEffect(() => void checkConnection(), []);
  useEffect(() => {
    if (wasLost.current && !isLost) back();
    wasLost.current = isLost;
  }, [isLost]);
}
