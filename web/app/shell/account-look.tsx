import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useCurrentUser } from '../../lib/session.ts';
import { viewToken } from '../../lib/viewing.ts';

/** Follows the colour scheme that the account keeps: another browser may have changed it. */
export function AccountLook() {
  const user = useCurrentUser();
  // The look of who is viewed as is not the reader's, and would stay in this browser.
  const scheme = viewToken() === null ? (user?.color_scheme ?? '') : '';
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== '' && scheme !== colorScheme) setColorScheme(scheme);
  }, [scheme, colorScheme, setColorScheme]);
  return null;
}
