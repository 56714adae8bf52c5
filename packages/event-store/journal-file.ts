import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../server/lib/write-whole.ts';

/**
 * A file to which blocks of bytes are appended, and which returns them after a crash or a power cut. Each block is on
 * disk when `append` resolves.
 */
export type JournalFile = {
  /**
   * Returns the complete blocks, in order. The first `acknowledged` bytes once consisted of complete blocks, so after a
   * damaged block they are searched for further blocks. Incomplete blocks after these bytes were never acknowledged.
   */
  read(acknowledged?: number): Promise<Buffer[]>;
  /**
   * Appends a block and returns the file's length. After a failure, it is unknown whether the file contains the block,
   * so the file accepts no further blocks until it is cleared.
   */
  append(block: Buffer): Promise<number>;
  /** Empties the file. Once this resolves, the truncation is on disk, so no earlier block can reappear. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

const MAGIC = Buffer.from('VBJ1');
const DIGEST_BYTES = 32;
/**
 * Size of a block's head in bytes: the magic, the length and the digest. They distinguish a complete block from a block
 * that was cut off, or that an earlier use of the file left.
 */
const HEAD_BYTES = MAGIC.length + 4 + DIGEST_BYTES;

const digestOf = (block: Uint8Array): Buffer => createHash('sha256').update(block).digest();

export async function openJournalFile(path: string): Promise<JournalFile> {
  const isNew = !existsSync(path);
  const file = await open(path, isNew ? 'w+' : 'r+', 0o600);
  if (isNew) syncFolder(dirname(path));
  let end = 0;
  let isSpoilt = false;
  return {
    read: async (acknowledged = 0) => {
      const { blocks, length } = wholeBlocks(await readAll(file), acknowledged);
      end = length;
      return blocks;
    },
    append: async (block) => {
      if (isSpoilt) throw new Error('the journal has to be cleared first');
      isSpoilt = true;
      const length = Buffer.alloc(4);
      length.writeUInt32LE(block.length);
      await writeAll(file, Buffer.concat([MAGIC, length, digestOf(block), block]), end);
      await file.datasync();
      end += HEAD_BYTES + block.length;
      isSpoilt = false;
      return end;
    },
    clear: async () => {
      isSpoilt = true;
      await file.truncate(0);
      await file.sync();
      end = 0;
      isSpoilt = false;
    },
    close: () => file.close(),
  };
}

async function readAll(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size);
  let at = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    at += bytesRead;
    if (bytesRead === 0 || at >= size) return bytes.subarray(0, at);
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, start: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, start + at);
    at += bytesWritten;
  }
}

function wholeBlocks(bytes: Buffer, acknowledged: number): { blocks: Buffer[]; length: number } {
  const blocks: Buffer[] = [];
  let length = 0;
  for (let at = 0; at !== -1 && at < bytes.length; ) {
    const block = blockAt(bytes, at);
    if (block !== null) {
      blocks.push(block);
      at += HEAD_BYTES + block.length;
      length = at;
    } else if (at < acknowledged) {
      at = bytes.indexOf(MAGIC, at + 1);
      if (at >= acknowledged) break;
    } else break;
  }
  return { blocks, length };
}

function blockAt(bytes: Buffer, at: number): Buffer | null {
  const start = at + HEAD_BYTES;
  if (start > bytes.length || !bytes.subarray(at, at + MAGIC.length).equals(MAGIC)) return null;
  const end = start + bytes.readUInt32LE(at + MAGIC.length);
  if (end > bytes.length) return null;
  const block = bytes.subarray(start, end);
  return digestOf(block).equals(bytes.subarray(start - DIGEST_BYTES, start)) ? block : null;
}
