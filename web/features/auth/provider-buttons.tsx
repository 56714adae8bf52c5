import { IconBrandGoogleFilled, IconBrandWindowsFilled, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProviderName } from '#contract/auth.ts';
import type { PublicConfig } from '#contract/site.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { addressAtProvider } from './auth-api.ts';

const ICONS = { google: IconBrandGoogleFilled, microsoft: IconBrandWindowsFilled, oidc: IconKey } as const;

export type ProviderButtonsProps = {
  providers: PublicConfig['sign_in_providers'];
  from: string | undefined;
  onFailed: (message: string) => void;
};

/** Sign-in by external providers. Shows only providers that this installation has configured. */
export function ProviderButtons({ providers, from, onFailed }: ProviderButtonsProps) {
  const [going, setGoing] = useState<ProviderName | null>(null);
  const go = async (name: ProviderName): Promise<void> => {
    setGoing(name);
    try {
      window.location.assign(await addressAtProvider(name, from));
    } catch (error) {
      setGoing(null);
      onFailed(error instanceof Error ? error.message : 'Error');
    }
  };
  return (
    <>
      {providers.map(({ name, label }) => {
        const Icon = ICONS[name];
        return (
          <PlainButton key={name} isQuiet disabled={going !== null} onClick={() => void go(name)}>
            <Icon size={18} aria-hidden="true" />
            {going === name ? 'Loading...' : `Continue with ${label}`}
          </PlainButton>
        );
      })}
    </>
  );
}
