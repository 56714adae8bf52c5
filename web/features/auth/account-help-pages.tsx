import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import classes from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** How one gets an account on an installation where administrators make them. */
export function RegisterPage() {
  return (
    <HelpPage title="Get an account" lead="Accounts of this installation are made by its administrators.">
      <p>
        Ask the administrator of your outlet network to add you, and tell them the e-mail address you want to sign in
        with and the customer you belong to: the property whose outlets you look after, or the advertiser whose
        campaigns you run. You will be given a first password.
      </p>
    </HelpPage>
  );
}

/** How one gets a new password on such an installation. */
export function ForgotPage() {
  return (
    <HelpPage title="Forgot password" lead="An administrator of this installation sets new passwords.">
      <p>
        Ask the administrator of your outlet network for a new password, and tell them the e-mail address of your
        account. Your sessions on other devices end when it is set.
      </p>
    </HelpPage>
  );
}

function HelpPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <AuthFrame title={title} lead={lead}>
      {children}
      <div className={classes.actions}>
        <Link to="/login" className={plainButtonClass()}>
          Back to login
        </Link>
      </div>
    </AuthFrame>
  );
}
