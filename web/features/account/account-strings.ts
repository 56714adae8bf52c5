/** Texts of `demo-note.tsx`. */
export const demoNoteStrings = {
  sharedAccount:
    'This is a shared demo account, so it can’t be changed. Register your own account to try these settings.',
} as const;

/** Texts of `edit-profile-page.tsx`. */
export const editProfilePageStrings = {
  profileSaved: 'Your profile has been saved',
  profile: 'Profile',
  profileContext: 'How others in your network see you',
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone number',
  phoneNumberWrong: 'Use only digits, spaces and + ( ) . / -',
  email: 'Email',
  save: 'Save',
  deleteTitle: 'Delete your account?',
  deleteText:
    'You are signed out everywhere immediately and can’t sign in again. The figures of your customer stay. An administrator can restore the account.',
  accountDeleted: 'Your account has been deleted',
  yourData: 'Your data',
  yourDataContext: 'Download what is stored about you, or delete your account',
  yourDataText: 'The file contains your profile, picture, sessions, connected providers and activity.',
  downloadMyData: 'Download my data',
  deleteMyAccount: 'Delete my account',
  editProfile: 'Edit profile',
  pictureSaved: 'Your picture has been saved',
  picture: 'Picture',
  currentPicture: 'Current picture',
  timeZoneSaved: 'Your time zone has been saved',
  timeZoneAndAppearance: 'Time zone and appearance',
  timeZoneContext: 'Saved with your account and used wherever you sign in',
  timeZone: 'Time zone',
  browserTimeZone: 'Time zone of this browser',
  currentTime: 'Current time: {time}',
  appearanceHint:
    'Choose light or dark mode and the theme color in the theme panel at the top right. They are saved with your account.',
  appearanceHintDemo:
    'Choose light or dark mode and the theme color in the theme panel at the top right. A demo account keeps them in this browser only.',
  pictureContext: 'Shown beside your name. JPEG, PNG, WebP, GIF or AVIF, up to 5 MB',
  delete: 'Delete',
  emailHint: 'You sign in with this email. Only an administrator can change it.',
} as const;

/** Texts of `passkeys-panel.tsx`. */
export const passkeysPanelStrings = {
  passkeys: 'Passkeys',
  context: 'Sign in with your fingerprint, face, PIN or security key',
  passkeysFailed: 'Your passkeys could not be loaded.',
  newNameOf: 'New name for {name}',
  save: 'Save',
  passkeyName: 'Passkey name',
  passkeyNameHint: 'For example, “Phone” or “Blue security key”',
  continue: 'Continue',
  addPasskey: 'Add passkey',
  removePasskey: 'Remove passkey',
  remove: 'Remove',
  removeText: '“{name}” will no longer sign in to your account. Delete it on the device too.',
  notSupported: 'This browser can’t use passkeys here.',
  passkeyBenefit:
    'A passkey signs you in without a password and can’t be phished. Signing in with your password then also requires a passkey or a recovery code.',
  passkeyRequired: 'Signing in with your password also requires a passkey, an app code or a recovery code.',
  added: 'Added {addedAt}',
  notUsedYet: 'Not used yet',
  renamePasskey: 'Rename {name}',
  rename: 'Rename',
  removeNamed: 'Remove {name}',
  lastUsed: 'Last used {time}',
  cancel: 'Cancel',
  addedAndSynced: 'Added {addedAt}, synced between devices',
} as const;

/** Texts of `password-page.tsx`. */
export const passwordPageStrings = {
  passwordAndSignIn: 'Password and sign-in',
  factorRequired: 'Administrators need a second factor. Add a passkey or set up an authenticator app to continue.',
  confirmedHere: 'Your identity is confirmed. Now repeat the action that required it.',
  confirmedForOtherTab: 'Your identity is confirmed. Continue in the other tab. You can close this one.',
  otherWaysToSignIn: 'Other ways to sign in',
  otherWaysContext: 'External accounts that you can sign in with',
  lastUsed: 'Last used {time}',
  disconnectProvider: 'Disconnect {provider}',
  disconnect: 'Disconnect',
  connectProvider: 'Connect {provider}',
  passwordUpdated: 'Password has been updated',
  togglePassword: 'Show or hide password',
  password: 'Password',
  youSignInWith: 'You sign in with {provider}',
  singleSignOnRequired: 'Your organization requires single sign-on, so this account has no password.',
  choosePassword: 'Choose a password',
  passwordContext: 'Changing it ends all other sessions',
  noPasswordContext: 'You currently sign in through a provider only',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordHint: 'A few unrelated words are easy to remember and hard to guess.',
  confirmNewPassword: 'Confirm new password',
  passwordsDiffer: 'Passwords are not equal',
  changePassword: 'Change password',
  setPassword: 'Set password',
  sessions: 'Sessions',
  sessionsContextDemo: 'A demo account shows only your own session',
  sessionsContext: 'Where you are signed in, most recently used first',
  endOtherSessions: 'End other sessions',
  sessionsFailed: 'Your sessions could not be loaded.',
  thisSession: 'This session',
  endSession: 'End session: {device}',
  end: 'End',
} as const;

/** Texts of `recovery-codes.tsx`. */
export const recoveryCodesStrings = {
  codesCopied: 'Recovery codes copied',
  text: 'Save these recovery codes somewhere other than your phone. Each one works once instead of a passkey or an app code. They won’t be shown again.',
  recoveryCodes: 'Recovery codes',
  done: 'I saved them',
  copy: 'Copy',
  download: 'Download',
} as const;

/** Texts of `second-factor-panel.tsx`. */
export const secondFactorPanelStrings = {
  title: 'Two-factor authentication',
  stateFailed: 'The state of two-factor authentication could not be loaded.',
  contextOn: 'On: signing in also requires a code',
  contextPasskeys: 'Off: your passkeys are the second factor',
  contextOff: 'Off: you sign in with your password alone',
  setUp: 'Set up',
  createRecoveryCodes: 'Create new recovery codes',
  turnOff: 'Turn off',
  appAlsoPossible: 'You can also set up an authenticator app.',
  cannotTurnOff: 'Administrators can’t turn off two-factor authentication.',
  codesLeft: {
    one: '{count} recovery code left in case you lose your phone.',
    other: '{count} recovery codes left in case you lose your phone.',
  },
  factorRequired:
    'Administrators need a second factor. Set up an authenticator app, such as the one built into your phone.',
  factorBenefit:
    'A stolen password alone then can’t open your account. You need an authenticator app, such as the one built into your phone.',
} as const;

/** Texts of `seed-form.tsx`. */
export const seedFormStrings = {
  qrCode: 'QR code for your authenticator app',
  openAppHere: 'open it here',
  scanStep: 'Open your authenticator app and scan the QR code. If the app is on this device, {link}.',
  keyStep: 'If you can’t scan it, enter this key: {key}',
  codeStep: 'Enter the code that the app shows.',
  appCode: 'Code from the app',
  turnOn: 'Turn on',
  cancel: 'Cancel',
} as const;
