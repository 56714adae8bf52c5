import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../../server/testing/servers/guarded-process.ts';
import { superviseGiven } from './given-servers.ts';

test('restarts a given server that loses its data only after all of its data is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-given-'));
  const [port = 0] = await freePorts(1);
  const [log, pidFile] = [join(folder, 'log'), join(folder, 'pid')];
  const program = `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`;
  const node = {
    name: 'replica 1',
    url: `http://127.0.0.1:${port}`,
    pidFile,
    start: `echo started >> ${log}; "${process.execPath}" -e "${program}" > /dev/null 2>&1 & echo $! > ${pidFile}`,
    // Longer than the server takes to start.
    wipe: `sleep 2; echo wiped >> ${log}`,
  };
  const [given] = superviseGiven({ cluster: 'given', nodes: [node] });
  onTestFinished(() => {
    given?.server.signal('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  await given?.server.start();
  await given?.loseData?.();
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(['started', 'wiped', 'started']);
  expect((await fetch(`${node.url}/ping`)).ok).toBe(true);
});
