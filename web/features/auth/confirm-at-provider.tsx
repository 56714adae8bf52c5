import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProviderName } from '#contract/auth.ts';
import { identitiesQuery } from '../../lib/own-identities.ts';
import { addressToConfirm } from './auth-api.ts';
import classes from './fresh-login-dialog.module.css';

type ConfirmAtProviderProps = { onFailed: (message: string | null) => void };

/**
 * A fresh sign-in at a connected provider, for an account that has neither password nor second factor. It happens in a
 * new tab, so that text typed here is not lost. If the browser blocks the tab, the user opens it by a link.
 */
export function ConfirmAtProvider({ onFailed }: ConfirmAtProviderProps) {
  const { data: identities = [] } = useQuery(identitiesQuery);
  const [blocked, setBlocked] = useState<{ label: string; address: string } | null>(null);
  const providers = new Map(identities.map(({ provider, label }) => [provider, label]));

  const go = async (provider: ProviderName, label: string): Promise<void> => {
    onFailed(null);
    setBlocked(null);
    // Open the tab in the click itself. Later the browser would block it as a pop-up.
    const tab = window.open('', '_blank');
    try {
      const address = await addressToConfirm(provider);
      if (tab === null) setBlocked({ label, address });
      else if (!tab.closed) tab.location.assign(address);
    } catch (error) {
      tab?.close();
      onFailed(error instanceof Error ? error.message : 'Error');
    }
  };

  return (
    <>
      {[...providers].map(([provider, label]) => (
        <Button key={provider} variant="default" onClick={() => void go(provider, label)}>
          Confirm with {label}
        </Button>
      ))}
      {blocked ? (
        <p className={classes.blocked} role="status">
          Your browser opened no new tab.{' '}
          <a href={blocked.address} target="_blank" rel="noopener">
            Go to {blocked.label} in a new tab
          </a>
        </p>
      ) : null}
    </>
  );
}
