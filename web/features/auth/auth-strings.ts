/** Texts of `auth-api.ts`. */
export const authApiStrings = {
  somethingWasWrongTryAgain: 'Something was wrong. Try again',
} as const;

/** Texts of `auth-frame.tsx`. */
export const authFrameStrings = {
  voltboard: 'Voltboard',
  aboutVoltboard: 'About Voltboard',
  everyChargeViewAndCent: 'Every charge, view and cent of your outlets, as it happens',
  voltboardShowsOutletOwnersWhat:
    'Voltboard shows outlet owners what their foot traffic earns, and advertisers what their campaigns reach: per customer, per outlet, to the last view.',
} as const;

/** Texts of `forgot-page.tsx`. */
export const forgotPageStrings = {
  emailWithResettingInstructionsHas: 'Email with resetting instructions has been sent',
  emailFieldIsEmpty: 'Email field is empty',
  forgotPassword: 'Forgot password',
  weMailYouALink: 'We mail you a link to set a new one. It works for 30 minutes.',
  email: 'Email',
  sendLink: 'Send link',
  login: 'Login',
  rememberIt: 'Remember it?',
} as const;

/** Texts of `fresh-login-dialog.tsx`. */
export const freshLoginDialogStrings = {
  confirmThatItIsYou: 'Confirm that it is you',
  thisChangesSomethingImportantAnd: 'This changes something important, and your sign-in was a while ago.',
  useAPasskey: 'Use a passkey',
  useACodeInstead: 'Use a code instead',
  useYourPasswordInstead: 'Use your password instead',
  cancel: 'Cancel',
  confirm: 'Confirm',
  password: 'Password',
  codeOfYourAppOr: 'Code of your app, or a recovery code',
  confirmWith: 'Confirm with {label}',
  goToInANew: 'Go to {label} in a new tab',
  yourBrowserOpenedNoNew: 'Your browser opened no new tab.',
} as const;

/** Texts of `login-form.tsx`. */
export const loginFormStrings = {
  thereIsNoServerTo: 'There is no server to sign in at. Look at the sample pages instead.',
  error: 'Error',
  login: 'Login',
  email: 'Email',
  or: 'or',
  signUp: 'Sign up',
  noAccountYet: 'No account yet?',
  signInWithAPasskey: 'Sign in with a passkey',
  continueWith: 'Continue with {label}',
  administrator: 'Administrator',
  outletOwner: 'Outlet owner',
  advertiser: 'Advertiser',
  passwordOfEach: 'Password of each: {password}',
  demoAccountsChooseOneTo: 'Demo accounts: choose one to fill the form.',
} as const;

/** Texts of `login-page.tsx`. */
export const loginPageStrings = {
  signInToSeeYour: 'Sign in to see your outlets and campaigns.',
  aCopyToLookAt: 'A copy to look at, with sample pages.',
  yourAccountIsProtectedBy: 'Your account is protected by a passkey. A code or a recovery code works as well.',
  yourAccountIsProtectedBy2: 'Your account is protected by a one-time code.',
  secondStep: 'Second step',
  login: 'Login',
  google: 'Google',
  microsoft: 'Microsoft',
  thisSignIn: 'this sign-in',
  error: 'Error',
  connect: 'Connect',
  thereIsAnAccountWith:
    'There is an account with your e-mail address already. Enter its password once to connect {label} with it.',
  connect2: 'Connect {label}',
  notNow: 'Not now',
  useAPasskey: 'Use a passkey',
  codeOfYourAppOr: 'Code of your app, or a recovery code',
  continue: 'Continue',
  backToLogin: 'Back to login',
  youAreSignedInAs: 'You are signed in as {email}. This link signs you in as {account} instead.',
  thisLinkSignsYouIn: 'This link signs you in as {account}.',
  continueAs: 'Continue as {account}',
  stay: 'Stay {email}',
} as const;

/** Texts of `new-password-fields.tsx`. */
export const newPasswordFieldsStrings = {
  password: 'Password',
  hideThePasswords: 'Hide the passwords',
  showThePasswords: 'Show the passwords',
  confirmPassword: 'Confirm password',
} as const;

/** Texts of `password-field.tsx`. */
export const passwordFieldStrings = {
  password: 'Password',
  forgotPassword: 'Forgot password',
  hideThePassword: 'Hide the password',
  showThePassword: 'Show the password',
} as const;

/** Texts of `password-hint.tsx`. */
export const passwordHintStrings = {
  atLeastCharactersAFew: 'At least {shortest} characters; a few unrelated words are good.',
  ofAtLeastCharacters: '{length} of at least {shortest} characters',
  easyToGuessUseA: 'Easy to guess: use a few words that do not belong together',
  good: 'Good',
  strong: 'Strong',
} as const;

/** Texts of `password-pair.ts`. */
export const passwordPairStrings = {
  passwordFieldIsEmpty: 'Password field is empty',
  passwordsAreNotEqual: 'Passwords are not equal',
} as const;

/** Texts of `password-reset-page.tsx`. */
export const passwordResetPageStrings = {
  thereAreNoToken: 'There are no token',
  passwordHasBeenUpdated: 'Password has been updated',
  newPassword: 'New password',
  chooseAPasswordForYour: 'Choose a password for your account. All its sessions end when it is set.',
  setPassword: 'Set password',
  askForANewOne: 'Ask for a new one',
  theLinkHasEnded: 'The link has ended?',
} as const;

/** Texts of `register-page.tsx`. */
export const registerPageStrings = {
  youveBeenRegisteredSuccessfullyPlease:
    "You've been registered successfully. Please check your email for verification link",
  withYourEMailAddress: 'With your e-mail address and a password. An administrator then links it to your customer.',
  accountsHereAreByInvitation: 'Accounts here are by invitation: use the address that was invited.',
  accountsOfThisInstallationAre: 'Accounts of this installation are made by its administrators.',
  signUp: 'Sign up',
  askTheAdministratorOfYour:
    'Ask the administrator of your outlet network to add you, and tell them the e-mail address you want to sign in with and the customer you belong to.',
  login: 'Login',
  haveAnAccount: 'Have an account?',
  emailFieldIsEmpty: 'Email field is empty',
  email: 'Email',
  register: 'Register',
} as const;

/** Texts of `sample-pages.tsx`. */
export const samplePagesStrings = {
  thisCopyOfVoltboardRuns:
    'This copy of Voltboard runs without a server, so nobody can sign in here. The sample pages are open to everybody.',
  lookAtTheSamplePages: 'Look at the sample pages',
  visitor: 'Visitor',
  samplePages: 'Sample pages',
} as const;

/** Texts of `verify-email-page.tsx`. */
export const verifyEmailPageStrings = {
  verifyEMail: 'Verify e-mail',
  oneMomentYourAddressIs: 'One moment, your address is being verified.',
  yourEmailWasVerified: 'Your email was verified',
  error: 'Error',
} as const;
