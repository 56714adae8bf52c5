import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../../ui/error-state.tsx';
import { messageOf, referenceOf } from '../error-catalogue.ts';

/** A page that could not be drawn or fetched: says so in its place, and loads everything anew on request. */
export function RouteFailure({ error }: ErrorComponentProps) {
  // A page's code that is gone after an update cannot be had without loading the new start page.
  const isCodeGone = /dynamically imported module|module script/i.test(messageOf(error));
  return (
    <main>
      <ErrorState
        what={
          isCodeGone
            ? 'This page could not be fetched; Voltboard may have been updated.'
            : 'This page could not be shown.'
        }
        {...(isCodeGone ? {} : { message: messageOf(error) })}
        reference={referenceOf(error)}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
