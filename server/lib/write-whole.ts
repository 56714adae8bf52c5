import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

type Writing = {
  /**
   * Whether the file must not exist yet. If several processes try, only the first process writes the file, and the
   * others get `EEXIST`.
   */
  readonly isNew?: boolean;
};

/**
 * Writes one of the product's files (mode 0600) atomically: after a crash or power failure, the file is either complete
 * or unchanged. Writes a draft next to the file, then renames the draft. The file is on disk when this function
 * returns. `content` is the complete content, or its parts in order.
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
    // Some file systems don't support hard links.
    const knowsNoLinks = ['EPERM', 'ENOTSUP', 'ENOSYS'].includes(String((error as NodeJS.ErrnoException).code));
    if (!knowsNoLinks || existsSync(path)) throw error;
    renameSync(draft, path);
  }
}

/**
 * Syncs a folder. Until then, a power failure may lose the names of files in the folder, and not only their content.
 */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
