import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

type Writing = {
  /** The first of several processes writes it; `EEXIST` for the others, and where it is there already. */
  readonly isNew?: boolean;
};

/**
 * Writes a file of ours (mode 0600) so that after a crash or power cut at any moment it is there whole, or as it was
 * before: beside it first, then in its place, and on disk when this returns. `content`: all of it, or its parts in their order.
 */
export function writeWhole(
  path: string,
  content: string | Uint8Array | readonly Uint8Array[],
  { isNew = false }: Writing = {},
): void {
  const draft = isNew ? `${path}.${process.pid}.new` : `${path}.new`;
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const file = openSync(draft, 'w', 0o600);
    try {
      for (const part of bytes instanceof Uint8Array ? [bytes] : bytes)
        for (let at = 0; at < part.byteLength; ) at += writeSync(file, part, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isNew) putNew(draft, path);
    else renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(path));
}

function putNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    // Some file systems know no second name of a file.
    const knowsNoLinks = ['EPERM', 'ENOTSUP', 'ENOSYS'].includes(String((error as NodeJS.ErrnoException).code));
    if (!knowsNoLinks || existsSync(path)) throw error;
    renameSync(draft, path);
  }
}

/** Until then a power cut may take the names of what is in the folder, not only their content. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
