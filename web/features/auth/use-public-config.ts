import { useEffect, useState } from 'react';
import type { PublicConfig } from '#contract/site.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { fetchPublicConfig } from './auth-api.ts';

/** Returns the installation's public settings; null until they have loaded. */
export function usePublicConfig(): PublicConfig | null {
  const [config, setConfig] = useState<PublicConfig | null>(null);
  useEffect(() => {
    if (!HAS_BACKEND) return;
    const leaving = new AbortController();
    fetchPublicConfig(leaving.signal)
      .then(setConfig)
      .catch(() => {
        // The form works without the settings. The banner reports that the server is unreachable.
      });
    return () => leaving.abort();
  }, []);
  return config;
}
