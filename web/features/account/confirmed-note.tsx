import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { announceConfirmed } from '../../lib/provider-confirmation.ts';
import classes from './account.module.css';

/**
 * The page to which a provider redirects after it has confirmed the identity. The waiting tab continues automatically,
 * and this tab closes if the browser allows it. Without a waiting tab, the user continues here.
 */
export function ConfirmedNote() {
  const navigate = useNavigate();
  const [isBack] = useState(() => new URLSearchParams(window.location.search).has('confirmed'));
  const [isAwaited, setIsAwaited] = useState(false);
  useEffect(() => {
    if (!isBack) return;
    // Remove the parameter: a bookmark or a reload of this page confirms nothing.
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
