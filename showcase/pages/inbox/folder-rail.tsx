import { Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconArchive,
  IconFile,
  IconInbox,
  IconPencil,
  IconSend,
  IconStar,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { FOLDER_NAMES, LABEL_NAMES } from './folder-names.ts';
import classes from './folder-rail.module.css';
import { type Counts, type Folder, LABELS } from './sample-mailbox.ts';
import type { InboxAddress } from './use-inbox-address.ts';

const ICONS: Readonly<Record<Folder, TablerIcon>> = {
  inbox: IconInbox,
  starred: IconStar,
  sent: IconSend,
  draft: IconFile,
  trash: IconTrash,
  archive: IconArchive,
  spam: IconAlertOctagon,
};

/** What each folder's number counts. */
const COUNTED = { inbox: 'unread', draft: 'drafts', archive: 'messages', spam: 'messages' } as const;

/** The compose button, the folders with their counts, and the quick views. */
export function FolderRail({ address, counts }: { address: InboxAddress; counts: Counts }) {
  const { place, linkTo } = address;
  const put = (['archive', 'spam'] as const).filter((folder) => counts[folder] > 0 || place.folder === folder);
  const isListed = place.compose === null;
  const folders: readonly Folder[] = ['inbox', 'starred', 'sent', 'draft', 'trash', ...put];
  return (
    <div className={classes.rail}>
      <Button
        component="a"
        className={classes.compose ?? ''}
        leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />}
        aria-current={place.compose === 'new' ? 'page' : undefined}
        {...linkTo({ compose: 'new', message: null })}
      >
        Compose
      </Button>
      <nav aria-label="Folders">
        <ul className={classes.list}>
          {folders.map((folder) => {
            const Icon = ICONS[folder];
            const isHere = isListed && place.folder === folder && place.label === null;
            return (
              <li key={folder}>
                <a
                  className={classes.link}
                  aria-current={isHere ? 'page' : undefined}
                  {...linkTo({ folder, label: null, q: '', page: 1, message: null, compose: null })}
                >
                  <Icon size={18} stroke={1.75} aria-hidden="true" />
                  {FOLDER_NAMES[folder]}
                  {folder in COUNTED ? <Badge folder={folder as keyof typeof COUNTED} counts={counts} /> : null}
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
      <nav aria-labelledby="quick-view">
        <h2 className={classes.head} id="quick-view">
          QUICK VIEW
        </h2>
        <ul className={classes.list}>
          {LABELS.map((label) => (
            <li key={label}>
              <a
                className={classes.link}
                aria-current={isListed && place.label === label ? 'page' : undefined}
                {...linkTo({ folder: 'inbox', label, q: '', page: 1, message: null, compose: null })}
              >
                <span className={classes.dot} data-label={label} aria-hidden="true" />
                {LABEL_NAMES[label]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function Badge({ folder, counts }: { folder: keyof typeof COUNTED; counts: Counts }) {
  const count = counts[folder];
  if (count === 0) return null;
  return (
    <span className={classes.badge} data-folder={folder}>
      {count}
      <span className={classes.spoken}> {COUNTED[folder]}</span>
    </span>
  );
}
