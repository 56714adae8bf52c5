import { lateMenu } from '../../ui/late-menu.tsx';
import { AccountButton, type AccountProps } from './account-button.tsx';

/** Avatar with the user's first name or email (docs/specification.md#shell). */
export const Account = lateMenu<AccountProps>(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  ({ user }, reach) => <AccountButton user={user} {...reach} />,
);
