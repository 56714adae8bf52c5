/** Texts of `contact-page.tsx`. */
export const contactPageStrings = {
  recipients: 'Your message goes to the administrators of this network. They reply by email.',
  draftKept: 'Your text stays in this tab until you send it.',
  noSecrets: 'Administrators see which account sent the message. Never include a password or key.',
  contact: 'Contact',
  context: 'Questions, broken outlets, new locations and campaigns',
  writeToUs: 'Write to us',
  whatHappensNext: 'What happens next',
  messageSent: 'Your message has been sent',
  name: 'Name',
  email: 'Email',
  message: 'Message',
  submit: 'Submit',
  leaveBlank: 'Leave this field blank',
} as const;

/** Texts of `contact-topic.ts`. */
export const contactTopicStrings = {
  aboutOutlets:
    'I’d like to learn more about outlets for our location.\n\nLocation and city: \nPower outlets that guests share today: \n',
  aboutCampaign: 'I’d like to plan a campaign.\n\nLocations and audience: \nDates and budget: \n',
} as const;

/** Texts of `message-drawer.tsx`. */
export const messageDrawerStrings = {
  messageDeleted: 'Message deleted. You can restore it for {days}.',
  messageRestored: 'Message restored',
  message: 'Message',
  fromTheContactForm: 'From the contact form',
  messageFailed: 'The message could not be loaded.',
  sent: 'Sent',
  email: 'Email',
  account: 'Account',
  deleted: 'Deleted',
  restore: 'Restore',
  reply: 'Reply',
  markAsUnread: 'Mark as unread',
  delete: 'Delete',
  hello: 'Hello {name},',
  replySubject: 'Your message to {network}',
  helloNameless: 'Hello,',
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
  searchLabel: 'Name, email or text',
  emptyTitle: 'No messages yet',
  empty: 'Messages from the contact form appear here.',
} as const;
