import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useCurrentUser } from '../../lib/session.ts';
import { viewToken } from '../../lib/viewing.ts';

/** Applies the account's color scheme, which another browser may have changed. */
export function AccountLook() {
  const user = useCurrentUser();
  // Ignores the viewed user's scheme: it is not the reader's, and this browser would keep it.
  const scheme = viewToken() === null ? (user?.color_scheme ?? '') : '';
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== '' && scheme !== colorScheme) setColorScheme(scheme);
  }, [scheme, colorScheme, setColorScheme]);
  return null;
}
