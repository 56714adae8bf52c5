// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { addReportMark, deleteReportMark, listReportMarks, type ReportMark } from '#contract/report-marks.ts';
import { getReport } from '#contract/reports.ts';
import { type SavedReport, saveReport } from '#contract/saved-reports.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { button, expectAccessible, fill, inDialog, page, productPage } from '../../app/testing/product-page.ts';
import { NO_CLUSTERS } from '../../app/testing/stub-places.ts';
import { reportAnswer } from '../../app/testing/stub-reports.ts';

const product = productPage();
const { network, press } = product;
const FILTERS = '{"venue":["v1"]}';

const mark = (over: Partial<ReportMark>): ReportMark => ({
  id: null,
  day: '2026-11-02',
  kind: 'flight_began',
  words: 'Summer began',
  own: false,
  ...over,
});
const NOTE = mark({ id: '01900000-0000-7000-8000-0000000000dd', kind: 'note', words: 'Marathon in town', own: true });
const SAVED: SavedReport = {
  id: '01900000-0000-7000-8000-0000000000cc',
  name: 'Week by venue',
  question: {},
  shared: true,
  own: true,
  made_by: 'ada@hotel.example',
  version: 0,
  updated_at: '2026-11-21T10:00:00.000Z',
};

beforeEach(() => {
  network.on(getReport, reportAnswer);
  network.on(getOutletClusters, NO_CLUSTERS);
  network.on(listReportMarks, { data: [mark({})] });
});
const open = (query = '', standing: 'manager' | 'viewer' = 'manager'): void =>
  product.open(`/app/reports${query}`, { as: userOf('property', { standing }) });
const dialogs = (): HTMLElement[] => page().queryAllByRole('dialog');

test('saves the report on screen under a name, and shows a refusal without losing typed text', async () => {
  open(`?range=7d&metric=revenue&by=venue&filters=${encodeURIComponent(FILTERS)}`);
  await press('Save');
  const form = await inDialog('Save report');
  await expectAccessible();
  fill(form.getByLabelText(/^Name/), 'Week by venue');
  fireEvent.change(form.getByLabelText('Then by'), { target: { value: 'day' } });
  await product.user.click(form.getByRole('checkbox', { name: 'Share with your organization' }));
  const fields = { name: 'There is a report of this name.', question: 'This is more than one report can hold.' };
  network.refuse(saveReport, 409, { message: 'It was not saved.', fields }, { times: 1 });
  await product.user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText(fields.name);
  expect(form.getByText(fields.question)).toBeTruthy();
  expect(form.getByLabelText(/^Name/)).toHaveProperty('value', 'Week by venue');

  network.on(saveReport, SAVED);
  await product.user.click(form.getByRole('button', { name: 'Save' }));
  await page().findByText('Week by venue saved');
  await waitFor(() => expect(dialogs()).toEqual([]));
  expect(network.callsOf(saveReport).at(-1)?.body).toMatchObject({
    name: 'Week by venue',
    shared: true,
    question: { range: '7d', filters: FILTERS, dimensions: 'venue,day', metrics: expect.stringMatching(/^revenue,/) },
  });
});

test('saves a report by one dimension, and for a viewer never as shared', async () => {
  open('', 'viewer');
  await press('Save');
  const form = await inDialog('Save report');
  expect(form.queryByRole('checkbox')).toBeNull();
  // The form offers only the dimensions that the role may read.
  expect(form.queryAllByRole('option', { name: 'Valid and invalid' })).toEqual([]);
  fill(form.getByLabelText(/^Name/), 'By outlet');
  for (const label of ['Rows', 'Then by'])
    fireEvent.change(form.getByLabelText(label), { target: { value: 'outlet' } });
  network.on(saveReport, { ...SAVED, name: 'By outlet', shared: false });
  await product.user.click(form.getByRole('button', { name: 'Save' }));
  await page().findByText('By outlet saved');
  expect(network.callsOf(saveReport).at(-1)?.body).toMatchObject({
    shared: false,
    question: { range: '30d', compare: 'previous', dimensions: 'outlet' },
  });
});

test('asks before the name of an unsaved report is lost', async () => {
  open();
  await press('Save');
  fill((await inDialog('Save report')).getByLabelText(/^Name/), 'Week');
  await product.user.keyboard('{Escape}');
  await product.user.click((await inDialog('Discard your changes?')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(dialogs()).toEqual([]));
  expect(network.callsOf(saveReport)).toEqual([]);
  await waitFor(async () => expect(document.activeElement).toBe(await button('Save')));
});

test('adds a note to a day of the range, and removes it after confirmation', async () => {
  open();
  await page().findByText('Nov 2, 2026: Summer began');
  await press('Add note');
  const form = await inDialog('Add note');
  expect(form.getByLabelText(/^Day/)).toHaveProperty('value', '2026-11-02');
  await expectAccessible();
  fill(form.getByLabelText(/^Note/), NOTE.words);
  fill(form.getByLabelText(/^Day/), '2036-11-02');
  const fields = { day: 'Choose a day that has begun.' };
  network.refuse(addReportMark, 400, { message: 'One field is wrong.', fields }, { times: 1 });
  await product.user.click(form.getByRole('button', { name: 'Save note' }));
  await form.findByText(fields.day);
  fill(form.getByLabelText(/^Day/), NOTE.day);
  network.on(addReportMark, NOTE);
  network.on(listReportMarks, { data: [mark({}), NOTE] });
  await product.user.click(form.getByRole('button', { name: 'Save note' }));
  await page().findByText('Note added');
  expect(network.callsOf(addReportMark).at(-1)?.body).toEqual({ day: NOTE.day, words: NOTE.words });

  await page().findByText('Nov 2, 2026: Marathon in town');
  await press(/^Remove\s*Marathon in town$/);
  const question = await inDialog('Remove note');
  await expectAccessible();
  await product.user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dialogs()).toEqual([]));
  expect(network.callsOf(deleteReportMark)).toEqual([]);
  await press(/^Remove\s*Marathon in town$/);
  network.refuse(deleteReportMark, 404, { message: 'This note is gone.' }, { times: 1 });
  await product.user.click((await inDialog('Remove note')).getByRole('button', { name: 'Remove' }));
  await (await inDialog('Remove note')).findByText('This note is gone.');
  network.on(deleteReportMark, { status: true });
  network.on(listReportMarks, { data: [mark({})] });
  await product.user.click((await inDialog('Remove note')).getByRole('button', { name: 'Remove' }));
  await page().findByText('Note removed');
  await waitFor(() => expect(page().queryByRole('button', { name: /^Remove/ })).toBeNull());
  expect(network.callsOf(deleteReportMark).at(-1)?.params).toEqual({ id: NOTE.id });
});

test.each([
  ['a viewer', userOf('property', { standing: 'viewer' })],
  ['a demo account', userOf('property', { demo: true })],
  ['who looks as somebody else', userOf('property', { viewed_by: 'root@network.example' })],
])('%s cannot add notes', async (_, as) => {
  product.open('/app/reports', { as });
  await page().findByText('Nov 2, 2026: Summer began');
  expect(page().queryByRole('button', { name: 'Add note' })).toBeNull();
});

test('lists all annotations on request, and offers to remove only own notes', async () => {
  const theirs = mark({ id: NOTE.id, kind: 'note', words: 'Works in the street', own: false });
  network.on(listReportMarks, { data: [mark({}), theirs, mark({ kind: 'outage', words: 'Pier House was silent' })] });
  open();
  await page().findByText('Nov 2, 2026: Pier House was silent');
  expect(page().queryByText('Nov 2, 2026: Works in the street')).toBeNull();
  await press('Show all 3 entries');
  await page().findByText('Nov 2, 2026: Works in the street');
  expect(page().queryByRole('button', { name: /^Remove/ })).toBeNull();
});
