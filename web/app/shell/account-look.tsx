import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useCurrentUser } from '../../lib/session.ts';

/** Follows the colour scheme that the account keeps: another browser may have changed it. */
export function AccountLook() {
  const scheme = useCurrentUser()?.colorScheme ?? '';
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== '' && scheme !== colorScheme) setColorScheme(scheme);
  }, [scheme, colorScheme, setColorScheme]);
  return null;
}
