import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flat } from '../../pictures/testing/hostile-pictures.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight } from '../../testing/makers.ts';

let server: TestApp;
let headers: Record<string, string>;
let doors: Record<string, { method: 'POST' | 'PUT'; path: string }>;
let picture: Buffer;

beforeAll(async () => {
  server = await createTestApp();
  headers = { ...(await server.asRole('admin')), 'content-type': 'image/png' };
  const { id: customerId } = await makeCustomer(server.accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(server.accounts, { customerId });
  const flight = await makeFlight(server.accounts, { campaignId: campaign.id });
  const property = await makeCustomer(server.accounts);
  doors = {
    creative: { method: 'POST', path: `/flights/${flight.id}/creatives?name=A` },
    'house picture': { method: 'PUT', path: `/house-picture?cid=${property.id}` },
  };
  picture = await flat(640).png().toBuffer();
});
afterAll(() => server.close());

const send = (door: string, target: string) => {
  const { method, path } = doors[door] ?? { method: 'POST', path: '' };
  const url = `/api${path}&seconds=10&target=${encodeURIComponent(target)}`;
  return server.app.inject({ method, url, headers, payload: picture });
};

describe.each(['creative', 'house picture'])('the click target of a %s', (door) => {
  test('cannot be an address of this machine or its network, in any spelling', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0177.0.0.1',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ].concat([
      '10.1.2.3',
      '192.168.0.1',
      '169.254.169.254',
      'localhost',
      'a.localhost.',
      'printer.local',
      'db.internal',
      'nas',
    ])) {
      const answer = await send(door, `https://${host}/`);
      expect([host, answer.statusCode]).toEqual([host, 400]);
      expect(answer.json().error.fields.target).toMatch(
        /isn’t on the public internet\. Enter one that everyone can open/,
      );
    }
  });

  test('can be any other https address', async () => {
    const answer = await send(door, 'https://shop.example/offer?a=1');
    expect(answer.statusCode, answer.body).toBe(200);
  });
});
