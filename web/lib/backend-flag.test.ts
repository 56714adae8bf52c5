// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publicConfig } from '#contract/site.ts';

// The module reads the setting when it loads, and another test file may already have loaded the module.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('with VITE_BACKEND=off no call leaves the browser, and the connection does not count as lost', async () => {
  const network = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', network);
  vi.stubEnv('VITE_BACKEND', 'off');
  const { observeClient, request } = await import('./api-client.ts');
  const { checkConnection } = await import('./connection.ts');
  const onUnreachable = vi.fn();
  observeClient({ onSessionEnded: vi.fn(), onBusy: vi.fn(), onUnreachable });
  await expect(request(publicConfig)).rejects.toThrow('runs without a server');
  await expect(checkConnection()).resolves.toBe(true);
  expect(network).not.toHaveBeenCalled();
  expect(onUnreachable).not.toHaveBeenCalled();
});

test('sends calls if the setting is empty', async () => {
  const network = vi.fn<typeof fetch>().mockResolvedValue(new Response('{}'));
  vi.stubGlobal('fetch', network);
  vi.stubEnv('VITE_BACKEND', '');
  const { request } = await import('./api-client.ts');
  await expect(request(publicConfig)).resolves.toEqual({});
  expect(network).toHaveBeenCalledOnce();
});
