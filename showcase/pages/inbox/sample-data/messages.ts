import { DAY_MS } from '../../../../domain/durations.ts';
import type { Message } from '../sample-mailbox.ts';
import { sampleFile } from './attached-files.ts';
import { LETTERS } from './letters.ts';

/** The owner of the mailbox. */
export const ME = { name: 'Robin Vale', email: 'robin.vale@example.com' } as const;

const addressOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

const PLAIN = {
  starred: false,
  to: ME.name,
  unreaded: false,
  draft: false,
  sent: false,
  deleted: false,
  attachments: [],
  label: null,
  away: null,
} as const;

/** The first four messages, with fixed flags and attachments (docs/sample-pages.md#inbox). */
const FIRST_FOUR: readonly Message[] = [
  {
    ...PLAIN,
    id: 1,
    starred: true,
    unreaded: true,
    from: 'Esme Hart',
    fromEmail: addressOf('Esme Hart'),
    theme: 'Drawings for the north concourse',
    date: '09:42',
    label: 'work',
    content: `<h2>Two drawings, one question</h2>
<p>Good morning Robin,</p>
<p>here are the <strong>plan of the concourse</strong> and the <em>poster</em>. Dark dots are outlets that have power; the poster smiles because the socket does.</p>
<ul><li>Gate 9 has lost its bench, so nobody sits there.</li><li>Gate 14 is next to the bakery. That explains a lot.</li><li>Gate 22 asks for a second outlet.</li></ul>
<p>Would you put the poster at eye level or at bag level? There is a <a href="https://example.com/eye-level">study about eye level</a>, if you like reading.</p>
<blockquote><p>A socket at the knee is found by those who search. A poster at the eye is found by those who do not.</p></blockquote>
<p>Warmly,<br>Esme</p>
<p><img src="https://pictures.example.com/opened.gif?reader=robin" alt="Esme's signature" width="1" height="1"></p>`,
    attachments: [sampleFile('concourse', 1), sampleFile('poster', 2)],
  },
  {
    ...PLAIN,
    id: 2,
    starred: true,
    draft: true,
    from: ME.name,
    fromEmail: ME.email,
    to: 'Dario Bell',
    theme: 'Saturday at the pier',
    date: '08:15',
    label: 'private',
    content: `<h2>Saturday, then</h2><p>Dear Dario,</p><p>the lamp at the end of the pier has power again. I took the picture on the way home; you can see it even without looking for it.</p><p>Shall we meet there at six, with</p>`,
    attachments: [sampleFile('pier', 3)],
  },
  {
    ...PLAIN,
    id: 3,
    unreaded: true,
    sent: true,
    from: ME.name,
    fromEmail: ME.email,
    theme: 'Note to myself: the spare key',
    date: 'Nov 20',
    label: 'saved',
    content: '<p>It is not under the pot. It is under the <strong>other</strong> pot.</p>',
  },
  {
    ...PLAIN,
    id: 4,
    sent: true,
    from: ME.name,
    fromEmail: ME.email,
    to: 'Gita Joyce',
    theme: 'Re: Counting outlets at night',
    date: 'Nov 20',
    label: 'work',
    content:
      '<p>Hello Gita,</p><p>I counted them twice: 214 on the way there and 213 on the way back. Either somebody switched one off or I blinked.</p><ol><li>Halls 1 to 3: 96</li><li>Halls 4 and 5: 71</li><li>Platforms: 46 or 47</li></ol><p>Good night,<br>Robin</p>',
  },
];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const LAST_DAY = Date.UTC(2026, 10, 19);

/** Returns the date of a letter: from `Nov 19` backwards, with three letters in two days. */
function dateOf(index: number): string {
  const day = new Date(LAST_DAY - Math.floor(index / 1.5) * DAY_MS);
  return `${MONTHS[day.getUTCMonth()]} ${String(day.getUTCDate()).padStart(2, '0')}`;
}

/** Hostile markup that a mail page must remove; the page never shows, runs or fetches it. */
const HOSTILE = `<script>document.title = 'taken over'</script><iframe src="https://parcels.example.com/frame"></iframe>
<div style="position:fixed;inset:0;z-index:99999;background:#fff" class="overlay"><p>Please sign in again to read on.</p></div>
<form action="https://parcels.example.com/login"><input name="password" placeholder="Password"></form>
<p><a href="javascript:document.title = 'taken over'">Track the parcel</a> or go to <a href="https://parcels.example.com/x">www.example.com</a>.</p>
<img src="https://parcels.example.com/opened.gif" alt="Parcel Post">`;

const FAREWELLS = ['Best', 'Until soon', 'Greetings', 'Many thanks', 'Yours'] as const;

const firstName = (name: string): string => name.split(' ')[0] ?? name;

/** The later messages. Together with the first four, the list has 96 messages. */
const LATER: readonly Message[] = LETTERS.map(([name, theme, text, marks = {}], index): Message => {
  const { starred = false, sent = false, draft = false, hostile = false, label = null, file } = marks;
  const isOwn = sent || draft;
  const farewell = `${FAREWELLS[index % FAREWELLS.length]},<br>${firstName(isOwn ? ME.name : name)}`;
  const greeting = `<p>Hello ${firstName(isOwn ? name : ME.name)},</p>`;
  return {
    ...PLAIN,
    id: index + 5,
    starred,
    sent,
    draft,
    from: isOwn ? ME.name : name,
    fromEmail: isOwn ? ME.email : addressOf(name),
    to: isOwn ? name : ME.name,
    theme,
    date: dateOf(index),
    label,
    content: draft ? `<p>${text}</p>` : `${greeting}<p>${text}</p>${hostile ? HOSTILE : ''}<p>${farewell}</p>`,
    attachments: file === undefined ? [] : [sampleFile(file, index + 5)],
  };
});

export const MESSAGES: readonly Message[] = [...FIRST_FOUR, ...LATER];
