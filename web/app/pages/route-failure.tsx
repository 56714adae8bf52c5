import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { checkConnection, useIsConnectionLost } from '../../lib/connection.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { PageCodeError } from '../../lib/lazy-page.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { messageOf, referenceOf } from '../error-catalogue.ts';
import { routeFailureStrings as strings } from './app-pages-strings.ts';
import classes from './pages.module.css';

/** Whether the error means that code could not be fetched. Lazily loaded parts of a page throw such errors too. */
const isCodeGone = (error: unknown): boolean =>
  error instanceof PageCodeError || /dynamically imported module|module script|preload/i.test(messageOf(error));

/**
 * Replaces a page that could not be drawn or fetched, and retries automatically when the connection is restored. Uses
 * only plain elements and is part of the first chunk, so that it works when no other chunk can be loaded.
 */
export function RouteFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const isLost = useIsConnectionLost();
  const reference = referenceOf(error);
  const codeIsGone = isCodeGone(error);
  const again = (): void => {
    // Runs only if the server responds. If code is missing, the server may run a newer version, so reload the document.
    if (codeIsGone) window.location.reload();
    else void router.invalidate();
  };
  const tryAgain = async (): Promise<void> => {
    if (await checkConnection()) again();
  };
  useRecovery(isLost, again);
  return (
    <div className={`${classes.main} ${classes.failure}`} role="alert">
      <h1 className={classes.title}>{strings.error}</h1>
      <p className={classes.text}>{textOf(error, codeIsGone, isLost)}</p>
      {reference === null ? null : <p className={classes.reference}>{interpolate(strings.reference, { reference })}</p>}
      <p className={classes.actions}>
        <PlainButton onClick={() => void tryAgain()}>{strings.tryAgain}</PlainButton>
      </p>
    </div>
  );
}

function textOf(error: unknown, codeIsGone: boolean, isLost: boolean): string {
  if (isLost) return strings.unreachable;
  return codeIsGone ? strings.codeGone : messageOf(error);
}

/** Checks the connection immediately. Calls `onBack` when a lost connection is restored. */
function useRecovery(isLost: boolean, onBack: () => void): void {
  const wasLost = useRef(isLost);
  const back = useEffectEvent(onBack);
  useEffect(() => void checkConnection(), []);
  useEffect(() => {
    if (wasLost.current && !isLost) back();
    wasLost.current = isLost;
  }, [isLost]);
}
