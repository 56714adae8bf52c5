// @vitest-environment jsdom
import { act, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { useDraft } from '../lib/draft.ts';
import { hasUnsaved } from '../lib/unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { mantinePage } from './testing/mantine-page.tsx';

const draw = mantinePage();
beforeEach(() => sessionStorage.clear());

const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  );
  if (found === undefined) throw new Error(`no button '${name}'`);
  return found;
};
const isThere = (name: string): boolean => document.querySelector(`[role="dialog"][aria-label="${name}"]`) !== null;
/** Waits for the timers of a closing overlay. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const press = async (name: string): Promise<void> => {
  act(() => button(name).click());
  await settle();
};
const pressEscape = async (): Promise<void> => {
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  act(() => void (document.activeElement ?? document.body).dispatchEvent(event));
  await settle();
};

function Form({ onClose }: { onClose: () => void }) {
  const text = useDraft('test', 'ada', { name: '' }, { isLostByLeaving: true });
  return (
    <FormDrawer title="Edit" isOpen onClose={onClose} onSubmit={() => {}} text={text}>
      <p>{text.fields.name}</p>
      <button type="button" onClick={() => text.change({ name: 'Ada' })}>
        Type
      </button>
    </FormDrawer>
  );
}

/** A list whose rows open a drawer; `drops` removes the row when the drawer closes. */
function List({ drops = false }: { drops?: boolean }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [rows, setRows] = useState(['one', 'two', 'three']);
  const close = (): void => {
    if (drops) setRows(rows.filter((row) => row !== opened));
    setOpened(null);
  };
  return (
    <main id="main" tabIndex={-1}>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <button type="button" onClick={() => setOpened(row)}>
              {row}
            </button>
          </li>
        ))}
      </ul>
      {opened === null ? null : <Form onClose={close} />}
    </main>
  );
}

async function openRow(name: string): Promise<void> {
  button(name).focus();
  await press(name);
  expect(isThere('Edit')).toBe(true);
}

test('returns the focus to the opener of a drawer that was open on its first render', async () => {
  draw(<List />);
  await openRow('two');
  await pressEscape();
  expect(isThere('Edit')).toBe(false);
  expect(document.activeElement).toBe(button('two'));
});

test('focuses the next element if the opener is gone', async () => {
  draw(<List drops />);
  await openRow('two');
  await press('Cancel');
  expect(document.activeElement).toBe(button('three'));
});

test.each(['Escape', 'Cancel', 'Close: Edit'])('%s asks before it discards typed text', async (way) => {
  draw(<List />);
  await openRow('one');
  await press('Type');
  expect(hasUnsaved()).toBe(true);
  await (way === 'Escape' ? pressEscape() : press(way));
  expect(isThere('Discard your changes?')).toBe(true);
  await press('Keep editing');
  expect([isThere('Edit'), document.querySelector('p')?.textContent]).toEqual([true, 'Ada']);

  await (way === 'Escape' ? pressEscape() : press(way));
  await pressEscape();
  expect(isThere('Discard your changes?'), 'Escape answers the question only').toBe(false);
  expect(isThere('Edit')).toBe(true);

  await (way === 'Escape' ? pressEscape() : press(way));
  await press('Discard');
  expect(isThere('Edit')).toBe(false);
  expect([hasUnsaved(), sessionStorage.length]).toEqual([false, 0]);
  expect(document.activeElement).toBe(button('one'));
});

test('a form with a restored draft reports it and can start over', async () => {
  sessionStorage.setItem('draft:test:ada', '{"name":"Kept"}');
  draw(<List />);
  await openRow('one');
  expect(document.body.textContent).toContain('Your unsaved text was restored.');
  await press('Start over');
  expect(document.body.textContent).not.toContain('Kept');
  await pressEscape();
  expect(isThere('Edit')).toBe(false);
});

test('Escape closes a question over a drawer first', async () => {
  let answers = 0;
  const Both = () => {
    const [isAsking, setIsAsking] = useState(false);
    return (
      <FormDrawer title="Shown" isOpen onClose={() => (answers += 1)}>
        <button type="button" onClick={() => setIsAsking(true)}>
          Ask
        </button>
        <ConfirmDialog
          title="Sure?"
          isOpen={isAsking}
          confirmLabel="Yes"
          onConfirm={() => {}}
          onClose={() => setIsAsking(false)}
        >
          Really?
        </ConfirmDialog>
      </FormDrawer>
    );
  };
  draw(<Both />);
  await press('Ask');
  await pressEscape();
  expect([isThere('Sure?'), answers]).toEqual([false, 0]);
  await pressEscape();
  expect(answers).toBe(1);
});

test("a dialog opened while a form sends returns the focus to the form's opener", async () => {
  const Chain = () => {
    const [step, setStep] = useState<'page' | 'form' | 'told'>('page');
    return (
      <>
        <button type="button" onClick={() => setStep('form')}>
          Start
        </button>
        <FormDrawer title="Edit" isOpen={step === 'form'} onClose={() => setStep('page')}>
          <button type="button" onClick={() => setStep('told')}>
            Send
          </button>
        </FormDrawer>
        <ConfirmDialog
          title="Done"
          isOpen={step === 'told'}
          confirmLabel="OK"
          onConfirm={() => {}}
          onClose={() => setStep('page')}
        >
          Kept.
        </ConfirmDialog>
      </>
    );
  };
  draw(<Chain />);
  button('Start').focus();
  await press('Start');
  // A button that is sending is disabled and loses the focus.
  (document.activeElement as HTMLElement).blur();
  await press('Send');
  expect(isThere('Done')).toBe(true);
  await press('Cancel');
  expect(document.activeElement).toBe(button('Start'));
});
