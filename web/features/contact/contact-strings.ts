/** Texts of `contact-page.tsx`. */
export const contactPageStrings = {
  yourMessageGoesToThe: 'Your message goes to the administrators of this network, who answer by e-mail.',
  nothingTypedGetsLostThe: 'Nothing typed gets lost: the text stays in this tab until it is sent.',
  theySeeWhichAccountWrote: 'They see which account wrote, so there is no need to send a password or a key.',
  contact: 'Contact',
  questionsBrokenOutletsNewPlaces: 'Questions, broken outlets, new places, campaigns',
  writeToUs: 'Write to us',
  whatHappensThen: 'What happens then',
  yourMessageHasBeenSent: 'Your message has been sent',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  submit: 'Submit',
  leaveThisEmpty: 'Leave this empty',
} as const;

/** Texts of `contact-topic.ts`. */
export const contactTopicStrings = {
  iWouldLikeToKnow:
    'I would like to know more about outlets for our place.\n\nPlace, town: \nSockets that guests share today: \n',
  iWouldLikeToPlan: 'I would like to plan a campaign.\n\nWhere and whom it should meet: \nDates and budget: \n',
} as const;

/** Texts of `message-drawer.tsx`. */
export const messageDrawerStrings = {
  theMessageHasBeenDeleted: 'The message has been deleted. It can be restored for {restorableDays} days.',
  theMessageHasBeenRestored: 'The message has been restored',
  message: 'Message',
  fromTheContactForm: 'From the contact form',
  theMessageCouldNotBe: 'The message could not be loaded.',
  sent: 'Sent',
  email: 'Email',
  account: 'Account',
  deleted: 'Deleted',
  restore: 'Restore',
  reply: 'Reply',
  markAsUnread: 'Mark as unread',
  delete: 'Delete',
  hello: 'Hello {name},',
  yourMessageToVoltboard: 'Your message to Voltboard',
} as const;

/** Texts of `messages-page.tsx`. */
export const messagesPageStrings = {
  from: 'From',
  unread: 'Unread',
  customer: 'Customer',
  message: 'Message',
  sent: 'Sent',
  folder: 'Folder',
  allMessages: 'All messages',
  deleted: 'Deleted',
  messages: 'Messages',
  fromTheContactForm: 'From the contact form',
  fromTheContactFormUnread: 'From the contact form, {unread} unread',
  contactMessages: 'Contact messages',
  nameAddressOrText: 'Name, address or text',
  noMessagesYet: 'No messages yet',
  whatPeopleWriteAtContact: 'What people write at Contact is listed here.',
} as const;
