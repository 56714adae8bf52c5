// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findMessages, pageOf } from './find-messages.ts';
import { MESSAGES } from './sample-data/messages.ts';
import { actOn, countsOf, type Folder, type MailAct, type Mailbox, type Message, mailboxOf } from './sample-mailbox.ts';

const START = mailboxOf(MESSAGES);
const after = (...acts: MailAct[]): Mailbox => acts.reduce(actOn, START);
const idsIn = (folder: Folder, { messages }: Mailbox = START, q = ''): number[] =>
  findMessages(messages, { folder, label: null, q }).map(({ id }) => id);

test('the sample has 96 messages, 2 unread and 3 drafts, as the page says', () => {
  expect(MESSAGES).toHaveLength(96);
  expect(new Set(MESSAGES.map(({ id }) => id)).size).toBe(96);
  expect(idsIn('inbox')).toHaveLength(96);
  expect(countsOf(MESSAGES)).toEqual({ inbox: 2, draft: 3, archive: 0, spam: 0 });
});

test('the first four have their flags (docs/sample-pages.md#inbox)', () => {
  expect(
    MESSAGES.slice(0, 4).map(({ starred, unreaded, draft, sent, attachments }) => [
      { starred, unreaded, draft, sent },
      attachments.length,
    ]),
  ).toEqual([
    [{ starred: true, unreaded: true, draft: false, sent: false }, 2],
    [{ starred: true, unreaded: false, draft: true, sent: false }, 1],
    [{ starred: false, unreaded: true, draft: false, sent: true }, 0],
    [{ starred: false, unreaded: false, draft: false, sent: true }, 0],
  ]);
});

test('the shown size of a file equals its bytes', () => {
  for (const { file, weight } of MESSAGES.flatMap(({ attachments }) => attachments)) {
    expect(file.size).toBeGreaterThan(0);
    expect(weight).toBe(file.size < 1_000 ? `${file.size} bytes` : `${(file.size / 1_000).toFixed(1)} kB`);
  }
});

function newDraft(id: number): Message {
  const [first] = MESSAGES;
  if (first === undefined) throw new Error('no sample');
  return { ...first, id, starred: false, unreaded: false, draft: true };
}

test('a deleted message is only in the trash, can be restored, and can be deleted permanently', () => {
  const deleted = after({ kind: 'move', ids: [1], to: 'trash' });
  expect([idsIn('trash', deleted), idsIn('starred', deleted).includes(1), idsIn('inbox', deleted).includes(1)]).toEqual(
    [[1], false, false],
  );
  expect(deleted.done?.words).toBe('Message moved to Trash');
  expect(actOn(deleted, { kind: 'undo' })).toEqual(START);
  expect(idsIn('inbox', actOn(deleted, { kind: 'move', ids: [1], to: 'inbox' }))).toContain(1);
  const gone = actOn(deleted, { kind: 'move', ids: [1], to: 'gone' });
  expect(gone.messages).toHaveLength(95);
});

test('archived and spam messages leave every other folder', () => {
  const put = after({ kind: 'move', ids: [1, 5], to: 'archive' }, { kind: 'move', ids: [5], to: 'spam' });
  expect([idsIn('archive', put), idsIn('spam', put), idsIn('starred', put).includes(1)]).toEqual([[1], [5], false]);
  expect(countsOf(put.messages)).toMatchObject({ inbox: 1, archive: 1, spam: 1 });
});

test('stars and read marks change only their messages', () => {
  const { messages } = after({ kind: 'star', id: 4 }, { kind: 'mark', ids: [1, 3], unreaded: false });
  expect(idsIn('starred', mailboxOf(messages))).toContain(4);
  expect(countsOf(messages).inbox).toBe(0);
});

test('a draft is edited and sent, and is a draft again after undo', () => {
  const draft = newDraft(200);
  const written = after({ kind: 'write', message: draft }, { kind: 'write', message: { ...draft, theme: 'Later' } });
  expect(written.messages).toHaveLength(97);
  expect(written.messages[0]?.theme).toBe('Later');
  const sent = actOn(written, { kind: 'send', message: { ...draft, draft: false, sent: true } });
  expect([idsIn('sent', sent).includes(200), idsIn('draft', sent).includes(200)]).toEqual([true, false]);
  expect(idsIn('draft', actOn(sent, { kind: 'undo' }))).toContain(200);
});

test('undo reverts the action only: later letters, stars and read marks stay', () => {
  const undone = after(
    { kind: 'move', ids: [1, 5], to: 'archive' },
    { kind: 'write', message: newDraft(97) },
    { kind: 'star', id: 1 },
    { kind: 'star', id: 4 },
    { kind: 'mark', ids: [3, 5], unreaded: false },
    { kind: 'undo' },
  );
  expect(idsIn('archive', undone)).toEqual([]);
  expect(idsIn('inbox', undone)).toEqual([97, ...idsIn('inbox')]);
  expect([idsIn('starred', undone).includes(1), idsIn('starred', undone).includes(4)]).toEqual([false, true]);
  expect(countsOf(undone.messages)).toMatchObject({ inbox: 1, draft: 4 });
  expect(actOn(undone, { kind: 'undo' })).toEqual(undone);
});

test('a permanently deleted message returns to its position, below newer letters', () => {
  const gone = after({ kind: 'move', ids: [2, 3, 96], to: 'gone' }, { kind: 'write', message: newDraft(97) });
  expect(gone.messages).toHaveLength(94);
  expect(actOn(gone, { kind: 'undo' }).messages.map(({ id }) => id)).toEqual([97, ...MESSAGES.map(({ id }) => id)]);
});

test('an archived draft keeps later edits after undo', () => {
  const undone = after(
    { kind: 'move', ids: [2], to: 'archive' },
    { kind: 'write', message: { ...newDraft(2), away: 'archive', theme: 'Six sharp' } },
    { kind: 'undo' },
  );
  expect(undone.messages.find(({ id }) => id === 2)).toMatchObject({ theme: 'Six sharp', away: null });
});

test('a note about a saved draft has nothing to undo', () => {
  const said = after({ kind: 'move', ids: [1], to: 'trash' }, { kind: 'say', words: 'Draft saved' });
  expect(said.done).toEqual({ words: 'Draft saved', touched: [] });
  expect(idsIn('trash', actOn(said, { kind: 'undo' }))).toEqual([1]);
});

test('the id of a deleted letter is never reused, so undo restores that letter', () => {
  expect(START.freeId).toBe(97);
  const gone = after({ kind: 'write', message: newDraft(97) }, { kind: 'move', ids: [97], to: 'gone' });
  expect(gone.freeId).toBe(98);
  const both = [{ kind: 'write', message: newDraft(gone.freeId) }, { kind: 'undo' }] as const;
  expect(idsIn('draft', both.reduce(actOn, gone)).slice(0, 2)).toEqual([98, 97]);
});

test('the search covers sender, subject and text, but not markup', () => {
  expect(idsIn('inbox', START, 'OTHER pot')).toEqual([3]);
  expect(idsIn('inbox', START, 'strong')).toEqual([]);
  expect(idsIn('starred', START, 'tamsin').length).toBeGreaterThan(0);
});

test('a page has ten messages, and a page beyond the last shows the last', () => {
  expect(pageOf(MESSAGES, 10)).toMatchObject({ page: 10, pages: 10 });
  expect(pageOf(MESSAGES, 99).shown).toHaveLength(6);
  expect(pageOf([], 3)).toEqual({ page: 1, pages: 1, shown: [] });
});
