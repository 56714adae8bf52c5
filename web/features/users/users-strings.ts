/** Texts of `colleague-plan.tsx`. */
export const colleaguePlanStrings = {
  firstName: 'First name',
  lastName: 'Last name',
  inviteAColleague: 'Invite a colleague',
  aMailWithALink: 'A mail with a link to choose the password goes to the address.',
  sendInvitation: 'Send invitation',
  standing: 'Standing',
  wasInvited: '{email} was invited',
} as const;

/** Texts of `colleagues-page.tsx`. */
export const colleaguesPageStrings = {
  name: 'Name',
  standing: 'Standing',
  status: 'Status',
  lastSeen: 'Last Seen',
  never: 'Never',
  enable: 'Enable',
  maySignInAgain: 'may sign in again.',
  maySignInAgain2: 'may sign in again',
  makeManager: 'Make manager',
  mayThenChangeWhatYour: 'may then change what your organisation has here, and signs in anew.',
  isAManager: 'is a manager',
  makeViewer: 'Make viewer',
  thenOnlyReadsAndExports: 'then only reads and exports, and signs in anew.',
  isAViewer: 'is a viewer',
  sendTheInvitationAgain: 'Send the invitation again',
  getsAnotherLink: 'gets another link.',
  wasSentAnotherLink: 'was sent another link',
  disable: 'Disable',
  canNoLongerSignIn: 'can no longer sign in: sessions and API tokens end at once.',
  isDisabled: 'is disabled',
  colleagues: 'Colleagues',
  whoMaySignInFor: 'Who may sign in for {customer}',
  whoMaySignIn: 'Who may sign in',
  inviteAColleague: 'Invite a colleague',
  aDemoAccountChangesNobodys: 'A demo account changes nobody’s account.',
  managersInviteAndDisableColleagues: 'Managers invite and disable colleagues.',
  nameOrEMail: 'Name or e-mail',
  actsOn: 'Acts on {one}',
  nobodyYet: 'Nobody yet',
  whomYouInviteIsListed: 'Whom you invite is listed here.',
} as const;

/** Texts of `customer-select.tsx`. */
export const customerSelectStrings = {
  noCustomer: 'No customer',
  noCustomerHasThisName: 'No customer has this name',
} as const;

/** Texts of `user-actions.tsx`. */
export const userActionsStrings = {
  restore: 'Restore',
  sendAPasswordReset: 'Send a password reset',
  sendAnInvitation: 'Send an invitation',
  viewAsThisUser: 'View as this user',
  endAllSessions: 'End all sessions',
  view: 'View',
  edit: 'Edit',
  moreFor: 'More for {name}',
} as const;

/** Texts of `user-details.tsx`. */
export const userDetailsStrings = {
  user: 'User',
  loading: 'Loading...',
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone number',
  notVerifiedYet: 'not verified yet',
  status: 'Status',
  role: 'Role',
  customer: 'Customer',
  standing: 'Standing',
  disabled: 'Disabled',
  yes: 'Yes',
  no: 'No',
  lastSeen: 'Last seen',
  never: 'Never',
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  thisIsADemoAccount: 'This is a demo account: everybody may use it, nobody can change it.',
  edit: 'Edit',
  delete: 'Delete',
  aPITokens: 'API tokens',
  revoke: 'Revoke {name}',
  revoke2: 'Revoke',
  theNextCallOfWhatever: 'The next call of whatever uses it is refused.',
  wasRevoked: '{name} was revoked',
  expired: 'Expired',
  waitingForApproval: 'Waiting for approval',
  neverUsed: 'Never used',
  lastUsed: 'Last used {used}',
} as const;

/** Texts of `user-dialog.tsx`. */
export const userDialogStrings = {
  confirmDelete: 'Confirm delete',
  canNoLongerSignIn:
    '{email} can no longer sign in, and all sessions end at once. The account can be restored for {restorableDays} days: it is listed with the status Deleted.',
  wasDeleted: '{email} was deleted',
  restoreTheAccount: 'Restore the account',
  restore: 'Restore',
  maySignInAgainWith: '{email} may sign in again, with the password and the rights of before.',
  wasRestored: '{email} was restored',
  sendAMail: 'Send a mail',
  send: 'Send',
  getsALinkToSet: '{email} gets a link to set the password. It works once; nobody else sees it.',
  aLinkWasSentTo: 'A link was sent to {email}',
  endAllSessions: 'End all sessions',
  endSessions: 'End sessions',
  hasToSignInAgain: '{email} has to sign in again, on every device, at once.',
  n1SessionEnded: '1 session ended',
  sessionsEnded: '{ended} sessions ended',
  viewAsThisUser: 'View as this user',
  view: 'View',
  youSeeInThisTab:
    'You see in this tab what {email} sees, for 30 minutes. Nothing can be changed, and the audit log notes that you looked.',
} as const;

/** Texts of `user-plan.tsx`. */
export const userPlanStrings = {
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone number',
  standing: 'Standing',
  customer: 'Customer',
  disabled: 'Disabled',
  picture: 'Picture',
  yes: 'Yes',
  no: 'No',
  anotherOne: 'another one',
  theOneYouChose: 'the one you chose',
  notChanged: 'not changed',
  aPicture: 'a picture',
  anotherPicture: 'another picture',
  addUser: 'Add User',
  editUser: 'Edit User',
  save: 'Save',
  wasAdded: '{email} was added',
  wasUpdated: '{email} was updated',
  loading: 'Loading...',
  anotherAddressHasToBe: 'Another address has to be verified by its owner before the next sign-in.',
  role: 'Role',
  yesThisAccountShallSee: 'Yes, this account shall see the figures of every customer',
  typeAPartOfIts: 'Type a part of its name',
  aDisabledAccountCannotSign: 'A disabled account cannot sign in.',
  sendAnInvitation: 'Send an invitation',
  aMailWithALink: 'A mail with a link to choose the password. It can be sent later, too.',
  jPEGPNGWebPGIFOr: 'JPEG, PNG, WebP, GIF or AVIF up to 5 MB',
  theChosenOne: 'The chosen one',
  thePresentOne: 'The present one',
} as const;

/** Texts of `users-import.tsx`. */
export const usersImportStrings = {
  importUsers: 'Import users',
} as const;

/** Texts of `users-page.tsx`. */
export const usersPageStrings = {
  yes: 'Yes',
  no: 'No',
  avatar: 'Avatar',
  firstName: 'First Name',
  lastName: 'Last Name',
  phoneNumber: 'Phone Number',
  role: 'Role',
  customer: 'Customer',
  verified: 'Verified',
  disabled: 'Disabled',
  lastSeen: 'Last Seen',
  never: 'Never',
  theCustomersCouldNotBe: 'The customers could not be loaded.',
  allRoles: 'All roles',
  status: 'Status',
  allStatuses: 'All statuses',
  userManagement: 'User - **Management**',
  whoMaySignInAnd: 'Who may sign in, and what they see',
  users: 'Users',
  nameEMailPhoneOr: 'Name, e-mail, phone or customer',
  allCustomers: 'All customers',
  noUsersYet: 'No users yet',
  accountsThatYouAddOr: 'Accounts that you add or import are listed here.',
  export: 'Export',
  addUser: 'Add user',
} as const;
