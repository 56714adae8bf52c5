import type { CurrentUser } from '#contract/auth.ts';
import { loadShowcase } from '../../lib/load-showcase.ts';
import { openAddress } from '../../lib/open-address.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { storeToken, storeUser } from '../../lib/session.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import classes from './auth.module.css';
import { samplePagesStrings as strings } from './auth-strings.ts';

/** Matches the business screens, which need a server. Visitors see a page with content instead. */
const BUSINESS = /^\/app(\/main(\/dashboard)?)?\/?$/;
const FIRST_PAGE = loadShowcase === null ? '/app/home' : '/app/main/visits';

/** Offers the sample pages on the login page of a build without a server, above the form, which needs a server. */
export function SamplePages({ from }: { from: string | undefined }) {
  const open = (): void => {
    const path = safeReturnPath(from);
    beginSampleSession();
    openAddress(BUSINESS.test(path) ? FIRST_PAGE : path, true);
  };
  return (
    <section className={`${classes.demo} ${classes.sample}`} aria-labelledby="sample-pages">
      <p id="sample-pages">{strings.noServer}</p>
      <PlainButton onClick={open}>{strings.exploreSamples}</PlainButton>
    </section>
  );
}

const VISITOR: CurrentUser = {
  id: '00000000-0000-7000-8000-000000000000',
  firstName: strings.visitor,
  lastName: '',
  email: 'visitor@demo.voltboard.example',
  emailVerified: true,
  phoneNumber: '',
  avatar: [],
  provider: 'local',
  role: '',
  standing: 'manager',
  cid: '',
  customer: strings.samplePages,
  disabled: false,
  createdAt: '',
  updatedAt: '',
  demo: false,
  viewed_by: '',
  has_password: false,
  single_sign_on: '',
  second_factor: 'off',
  has_passkey: false,
  time_zone: '',
  theme_color: '',
  color_scheme: '',
};

const part = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * Opens the sample pages in a build without a server. The guards need no exception: they accept any stored token that
 * decodes (docs/specification.md#states). The function stores such a token, which no server would ever accept.
 */
export function beginSampleSession(): void {
  storeUser(VISITOR);
  storeToken(`${part({ alg: 'none' })}.${part({ sub: VISITOR.id })}.sample`);
}
