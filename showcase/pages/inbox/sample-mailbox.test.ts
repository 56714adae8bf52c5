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

test('the weight of a file is the one of its bytes', () => {
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

test('what is deleted is in the trash and nowhere else, can be brought back, and then be gone for good', () => {
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

test('what is archived or spam leaves every other folder', () => {
  const put = after({ kind: 'move', ids: [1, 5], to: 'archive' }, { kind: 'move', ids: [5], to: 'spam' });
  expect([idsIn('archive', put), idsIn('spam', put), idsIn('starred', put).includes(1)]).toEqual([[1], [5], false]);
  expect(countsOf(put.messages)).toMatchObject({ inbox: 1, archive: 1, spam: 1 });
});

test('stars and read marks change what they name', () => {
  const { messages } = after({ kind: 'star', id: 4 }, { kind: 'mark', ids: [1, 3], unreaded: false });
  expect(idsIn('starred', mailboxOf(messages))).toContain(4);
  expect(countsOf(messages).inbox).toBe(0);
});

test('a draft is written on, sent, and a draft again when that is undone', () => {
  const draft = newDraft(200);
  const written = after({ kind: 'write', message: draft }, { kind: 'write', message: { ...draft, theme: 'Later' } });
  expect(written.messages).toHaveLength(97);
  expect(written.messages[0]?.theme).toBe('Later');
  const sent = actOn(written, { kind: 'send', message: { ...draft, draft: false, sent: true } });
  expect([idsIn('sent', sent).includes(200), idsIn('draft', sent).includes(200)]).toEqual([true, false]);
  expect(idsIn('draft', actOn(sent, { kind: 'undo' }))).toContain(200);
});

test('undo takes back the act alone: letters, stars and read marks from after it stay', () => {
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

test('what was deleted for good comes back to its place, below letters written since', () => {
  const gone = after({ kind: 'move', ids: [2, 3, 96], to: 'gone' }, { kind: 'write', message: newDraft(97) });
  expect(gone.messages).toHaveLength(94);
  expect(actOn(gone, { kind: 'undo' }).messages.map(({ id }) => id)).toEqual([97, ...MESSAGES.map(({ id }) => id)]);
});

test('a draft that was archived, written on, and brought back keeps its words', () => {
  const undone = after(
    { kind: 'move', ids: [2], to: 'archive' },
    { kind: 'write', message: { ...newDraft(2), away: 'archive', theme: 'Six sharp' } },
    { kind: 'undo' },
  );
  expect(undone.messages.find(({ id }) => id === 2)).toMatchObject({ theme: 'Six sharp', away: null });
});

test('a note that something was kept has nothing to undo', () => {
  const said = after({ kind: 'move', ids: [1], to: 'trash' }, { kind: 'say', words: 'Draft saved' });
  expect(said.done).toEqual({ words: 'Draft saved', touched: [] });
  expect(idsIn('trash', actOn(said, { kind: 'undo' }))).toEqual([1]);
});

test('the id of a letter that is gone is never given again, so undoing brings back that letter', () => {
  expect(START.freeId).toBe(97);
  const gone = after({ kind: 'write', message: newDraft(97) }, { kind: 'move', ids: [97], to: 'gone' });
  expect(gone.freeId).toBe(98);
  const both = [{ kind: 'write', message: newDraft(gone.freeId) }, { kind: 'undo' }] as const;
  expect(idsIn('draft', both.reduce(actOn, gone)).slice(0, 2)).toEqual([98, 97]);
});

test('the search reads sender, subject and words, not markup', () => {
  expect(idsIn('inbox', START, 'OTHER pot')).toEqual([3]);
  expect(idsIn('inbox', START, 'strong')).toEqual([]);
  expect(idsIn('starred', START, 'tamsin').length).toBeGreaterThan(0);
});

test('ten messages a page; a page behind the last is the last', () => {
  expect(pageOf(MESSAGES, 10)).toMatchObject({ page: 10, pages: 10 });
  expect(pageOf(MESSAGES, 99).shown).toHaveLength(6);
  expect(pageOf([], 3)).toEqual({ page: 1, pages: 1, shown: [] });
});
