/** Texts of `auth-api.ts`. */
export const authApiStrings = {
  loginRefused: 'Something was wrong. Try again',
} as const;

/** Texts of `auth-frame.tsx`. */
export const authFrameStrings = {
  aboutVoltboard: 'About {network}',
  promise: 'Every charge, view and cent of your outlets, as it happens',
  promiseDetail:
    'Outlet owners see what their foot traffic earns. Advertisers see what their campaigns reach, by outlet and down to the last view.',
} as const;

/** Texts of `forgot-page.tsx`. */
export const forgotPageStrings = {
  emailSent: 'Email with resetting instructions has been sent',
  emailMissing: 'Enter your email.',
  forgotPassword: 'Forgot password',
  lead: 'We’ll email you a link to set a new password. It works for 30 minutes.',
  email: 'Email',
  sendLink: 'Send link',
  login: 'Login',
  rememberPassword: 'Remember your password?',
} as const;

/** Texts of `fresh-login-dialog.tsx`. */
export const freshLoginDialogStrings = {
  title: 'Confirm that it’s you',
  lead: 'This is a sensitive change, and you signed in a while ago.',
  usePasskey: 'Use a passkey',
  useCode: 'Use a code instead',
  usePassword: 'Use your password instead',
  cancel: 'Cancel',
  confirm: 'Confirm',
  password: 'Password',
  appOrRecoveryCode: 'App code or recovery code',
  confirmWith: 'Confirm with {provider}',
  openInNewTab: 'Open {provider} in a new tab',
  newTabBlocked: 'Your browser blocked the new tab.',
} as const;

/** Texts of `login-form.tsx`. */
export const loginFormStrings = {
  noServer: 'This copy has no server to sign in to. Explore the sample pages instead.',
  error: 'Error',
  login: 'Login',
  email: 'Email',
  or: 'or',
  signUp: 'Sign up',
  noAccountYet: 'No account yet?',
  signInWithPasskey: 'Sign in with a passkey',
  continueWith: 'Continue with {provider}',
  administrator: 'Administrator',
  outletOwner: 'Outlet owner',
  advertiser: 'Advertiser',
  demoPassword: 'Password for each: {password}',
  demoAccounts: 'Demo accounts: choose one to fill in the form.',
} as const;

/** Texts of `login-page.tsx`. */
export const loginPageStrings = {
  lead: 'Sign in to see your outlets and campaigns.',
  leadWithoutServer: 'A copy without a server, with sample pages.',
  passkeyLead: 'Your account is protected by a passkey. You can also use an app code or a recovery code.',
  codeLead: 'Your account is protected by one-time codes.',
  secondStep: 'Second step',
  login: 'Login',
  google: 'Google',
  microsoft: 'Microsoft',
  thisProvider: 'this provider',
  error: 'Error',
  connect: 'Connect',
  linkNote: 'An account with your email already exists. Enter its password once to connect {provider}.',
  connectProvider: 'Connect {provider}',
  notNow: 'Not now',
  usePasskey: 'Use a passkey',
  appOrRecoveryCode: 'App code or recovery code',
  continue: 'Continue',
  backToLogin: 'Back to login',
  switchNote: 'You are signed in as {email}. This link signs you in as {account} instead.',
  linkSignsIn: 'This link signs you in as {account}.',
  continueAs: 'Continue as {account}',
  stay: 'Stay signed in as {email}',
} as const;

/** Texts of `new-password-fields.tsx`. */
export const newPasswordFieldsStrings = {
  password: 'Password',
  hidePasswords: 'Hide passwords',
  showPasswords: 'Show passwords',
  confirmPassword: 'Confirm password',
} as const;

/** Texts of `password-field.tsx`. */
export const passwordFieldStrings = {
  password: 'Password',
  forgotPassword: 'Forgot password',
  hidePassword: 'Hide password',
  showPassword: 'Show password',
} as const;

/** Texts of `password-hint.tsx`. */
export const passwordHintStrings = {
  hint: 'At least {shortest} characters. A few unrelated words work well.',
  tooShort: '{length} of at least {shortest} characters',
  easyToGuess: 'Easy to guess. Use a few unrelated words.',
  good: 'Good',
  strong: 'Strong',
} as const;

/** Texts of `password-pair.ts`. */
export const passwordPairStrings = {
  passwordMissing: 'Password field is empty',
  passwordsDiffer: 'Passwords are not equal',
} as const;

/** Texts of `password-reset-page.tsx`. */
export const passwordResetPageStrings = {
  tokenMissing: 'There are no token',
  passwordUpdated: 'Password has been updated',
  newPassword: 'New password',
  lead: 'Choose a new password. You will be signed out everywhere.',
  setPassword: 'Set password',
  requestNewLink: 'Request a new link',
  linkExpired: 'Link expired?',
} as const;

/** Texts of `register-page.tsx`. */
export const registerPageStrings = {
  registered: "You've been registered successfully. Please check your email for verification link",
  openLead: 'Register with your email and a password. An administrator then links your account to a customer.',
  inviteLead: 'Registration is by invitation. Use the email that was invited.',
  closedLead: 'Only administrators can create accounts here.',
  signUp: 'Sign up',
  closedText:
    'Ask the administrator of your outlet network to add you. Tell them your email and the customer you belong to.',
  login: 'Login',
  haveAccount: 'Already have an account?',
  emailMissing: 'Enter your email.',
  email: 'Email',
  register: 'Register',
} as const;

/** Texts of `sample-pages.tsx`. */
export const samplePagesStrings = {
  noServer:
    'This copy of Voltboard runs without a server, so no one can sign in. The sample pages are open to everyone.',
  exploreSamples: 'Explore the sample pages',
  visitor: 'Visitor',
  samplePages: 'Sample pages',
} as const;

/** Texts of `verify-email-page.tsx`. */
export const verifyEmailPageStrings = {
  verifyEmail: 'Verify email',
  lead: 'One moment, your email is being verified.',
  emailVerified: 'Your email was verified',
  error: 'Error',
} as const;
