/** Texts of `demo-note.tsx`. */
export const demoNoteStrings = {
  thisIsADemoAccount:
    'This is a demo account that everybody shares, so it cannot be changed. Register an account of your own to try these settings.',
} as const;

/** Texts of `edit-profile-page.tsx`. */
export const editProfilePageStrings = {
  yourProfileHasBeenSaved: 'Your profile has been saved',
  profile: 'Profile',
  whoYouAreToThe: 'Who you are to the others of your network',
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone number',
  useDigitsSpacesAndOnly: 'Use digits, spaces and + ( ) . / - only.',
  email: 'Email',
  save: 'Save',
  deleteYourAccount: 'Delete your account?',
  youAreSignedOutEverywhere:
    'You are signed out everywhere at once and cannot sign in again. The figures of your customer stay. An administrator can restore the account.',
  yourAccountHasBeenDeleted: 'Your account has been deleted',
  yourData: 'Your data',
  whatIsKeptAboutYou: 'What is kept about you, and how to leave',
  theFileHasYourProfile:
    'The file has your profile, sessions, connected providers, what you did here, and your picture.',
  downloadMyData: 'Download my data',
  deleteMyAccount: 'Delete my account',
  editProfile: 'Edit profile',
  yourPictureHasBeenSaved: 'Your picture has been saved',
  picture: 'Picture',
  yourPresentOne: 'Your present one',
  yourTimeZoneHasBeen: 'Your time zone has been saved',
  timeZoneAndLook: 'Time zone and look',
  keptWithYourAccountAnd: 'Kept with your account and used wherever you sign in',
  timeZone: 'Time zone',
  thisBrowsers: "This browser's",
  now: 'Now: {now}',
  andFollowYouToo: ', and follow you too.',
  lightDarkAndTheTheme: 'Light, dark and the theme colour are chosen in the theme panel at the top right',
} as const;

/** Texts of `passkeys-panel.tsx`. */
export const passkeysPanelStrings = {
  passkeys: 'Passkeys',
  signInWithYourFingerprint: 'Sign in with your fingerprint, face, PIN or security key',
  yourPasskeysCouldNotBe: 'Your passkeys could not be loaded.',
  newNameOf: 'New name of {name}',
  save: 'Save',
  nameOfThePasskey: 'Name of the passkey',
  suchAsPhoneOrBlue: 'Such as “Phone” or “Blue security key”',
  continue: 'Continue',
  addAPasskey: 'Add a passkey',
  removePasskey: 'Remove passkey',
  remove: 'Remove',
  willNoLongerSignIn: '“{name}” will no longer sign in to your account. Delete it on the device as well.',
  thisBrowserCannotUsePasskeys: 'This browser cannot use passkeys here.',
  aPasskeySignsInWithout:
    'A passkey signs in without a password and cannot be phished. After your password, signing in then asks for the passkey or a recovery code.',
  signingInWithYourPassword: 'Signing in with your password asks for a passkey, a code or a recovery code as well.',
  syncedBetweenDevices: ', synced between devices',
  added: 'Added {addedAt}',
  notUsedYet: 'Not used yet',
  rename: 'Rename {name}',
  rename2: 'Rename',
  remove2: 'Remove {name}',
  lastUsed: 'Last used {instant}',
  cancel: 'Cancel',
} as const;

/** Texts of `password-page.tsx`. */
export const passwordPageStrings = {
  passwordAndSignIn: 'Password and sign-in',
  administratorsOfThisInstallationNeed:
    'Administrators of this installation need a second factor. Add a passkey or set up an app here; everything else opens then.',
  nowDoOnceMoreWhat: 'Now do once more what asked you for it.',
  itIsConfirmedThatIt: 'It is confirmed that it is you. {detail}',
  otherWaysToSignIn: 'Other ways to sign in',
  accountsElsewhereThatOpenThis: 'Accounts elsewhere that open this one',
  lastUsed: 'Last used {lastUsedAt}',
  disconnect: 'Disconnect {label}',
  disconnect2: 'Disconnect',
  connect: 'Connect {label}',
  passwordHasBeenUpdated: 'Password has been updated',
  showOrHideThePassword: 'Show or hide the password',
  password: 'Password',
  youSignInWith: 'You sign in with {singleSignOn}',
  yourOrganizationRequiresSingleSign: 'Your organization requires single sign-on, so this account has no password.',
  chooseAPassword: 'Choose a password',
  allOtherSessionsEndWhen: 'All other sessions end when it changes',
  soFarYouSignIn: 'So far you sign in through a provider only',
  presentPassword: 'Present password',
  newPassword: 'New password',
  aFewWordsThatDo: 'A few words that do not belong together are easy to remember and hard to guess.',
  newPasswordAgain: 'New password again',
  passwordsAreNotEqual: 'Passwords are not equal',
  changePassword: 'Change password',
  setPassword: 'Set password',
  sessions: 'Sessions',
  ofADemoAccountOnly: 'Of a demo account only your own session is shown',
  whereYouAreSignedIn: 'Where you are signed in, last used first',
  endAllOthers: 'End all others',
  yourSessionsCouldNotBe: 'Your sessions could not be loaded.',
  thisSession: 'This session',
  endTheSession: 'End the session: {device}',
  end: 'End',
} as const;

/** Texts of `recovery-codes.tsx`. */
export const recoveryCodesStrings = {
  theRecoveryCodesAreIn: 'The recovery codes are in the clipboard',
  keepTheseRecoveryCodesWhere:
    'Keep these recovery codes where your phone is not. Each opens your account once in place of a passkey or a code of the app, and they are not shown again.',
  recoveryCodes: 'Recovery codes',
  iHaveKeptThem: 'I have kept them',
  copy: 'Copy',
  download: 'Download',
} as const;

/** Texts of `second-factor-panel.tsx`. */
export const secondFactorPanelStrings = {
  secondFactor: 'Second factor',
  theStateOfTheSecond: 'The state of the second factor could not be loaded.',
  onSigningInAsksFor: 'On: signing in asks for a code as well',
  offYourPasskeysAreThe: 'Off: your passkeys are the second factor',
  offThePasswordAloneOpens: 'Off: the password alone opens your account',
  setUp: 'Set up',
  newRecoveryCodes: 'New recovery codes',
  switchOff: 'Switch off',
  anAppForOneTime: '{state} An app for one-time codes is one more way.',
  n1RecoveryCodeIs: '1 recovery code is',
  recoveryCodesAre: '{left} recovery codes are',
  administratorsOfThisInstallationCannot: ' Administrators of this installation cannot switch the second factor off.',
  leftForTheDayYou: '{detail} left for the day you lose your phone.{detail2}',
  administratorsOfThisInstallationNeed:
    'Administrators of this installation need it. You need an app for one-time codes, such as the one your phone brings.',
  withItAStolenPassword:
    'With it, a stolen password is not enough. You need an app for one-time codes, such as the one your phone brings.',
} as const;

/** Texts of `seed-form.tsx`. */
export const seedFormStrings = {
  qRCodeForYourApp: 'QR code for your app',
  giveItTheKey: 'give it the key',
  openYourAppForOne: 'Open your app for one-time codes and scan the picture. On the phone that has it: {uri}.',
  ifYouCannotScanIt: 'If you cannot scan it, type this key: {replace}',
  enterTheCodeThatThe: 'Enter the code that the app shows.',
  codeOfTheApp: 'Code of the app',
  switchOn: 'Switch on',
  cancel: 'Cancel',
} as const;
