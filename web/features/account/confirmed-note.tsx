import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { announceConfirmed } from '../../lib/provider-confirmation.ts';
import classes from './account.module.css';

/**
 * Back from a provider that confirmed who the reader is: the tab that waits for it goes on by itself, and this one closes
 * if the browser lets it. Without such a tab the reader goes on here.
 */
export function ConfirmedNote() {
  const navigate = useNavigate();
  const [isBack] = useState(() => new URLSearchParams(window.location.search).has('confirmed'));
  const [isAwaited, setIsAwaited] = useState(false);
  useEffect(() => {
    if (!isBack) return;
    // Said once: a bookmark or a reload of this page confirms nothing.
    void navigate({ to: '/app/password', replace: true });
    return announceConfirmed(() => {
      setIsAwaited(true);
      window.close();
    });
  }, [isBack, navigate]);
  if (!isBack) return null;
  return (
    <p className={classes.demo} role="status">
      It is confirmed that it is you.{' '}
      {isAwaited ? 'Go on in the other tab; this one can be closed.' : 'Now do once more what asked you for it.'}
    </p>
  );
}
