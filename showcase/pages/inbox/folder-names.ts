import type { Folder, Label } from './sample-mailbox.ts';

export const FOLDER_NAMES: Readonly<Record<Folder, string>> = {
  inbox: 'Inbox',
  starred: 'Starred',
  sent: 'Sent Mail',
  draft: 'Draft',
  trash: 'Trash',
  archive: 'Archive',
  spam: 'Spam',
};

export const LABEL_NAMES: Readonly<Record<Label, string>> = { work: 'Work', private: 'Private', saved: 'Saved' };
