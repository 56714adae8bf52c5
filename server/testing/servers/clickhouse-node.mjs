// One ClickHouse server process from the package chdb, whose library contains the whole engine:
//   node clickhouse-node.mjs LIBRARY CONFIG_FILE STORE_FOLDER HTTP_PORT TCP_PORT [ADDRESS_FOR_NODES]
// Runs until it is killed. This mode lacks ON CLUSTER statements and replication between nodes.
import { connect, createServer } from 'node:net';
import { DataType, load, open } from 'ffi-rs';

const [library, config, store, httpPort, tcpPort, addressForNodes] = process.argv.slice(2);
// The listener belongs to the running statement, so an endless statement keeps it open.
const forever =
  'SELECT sum(sleepEachRow(1)) FROM numbers(1000000) SETTINGS function_sleep_max_microseconds_per_block = 1000000000000, max_block_size = 1, max_execution_time = 0';
const command = [
  'clickhouse',
  `--config-file=${config}`,
  `--path=${store}`,
  // This mode ignores the log level of the configuration. The full log grew by 30 MB per minute.
  '--log-level=warning',
  '--listen_host=127.0.0.1',
  `--http_port=${httpPort}`,
  `--tcp_port=${tcpPort}`,
  `--query=SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP; ${forever}`,
];

/**
 * In this mode, the library ends its process when another node aborts a connection (a real server only writes a line).
 * Every node aborts the connections of a query that failed elsewhere. This proxy turns such an abort into an orderly
 * end before the library sees it.
 */
function listenForNodes(host, port) {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (node) => {
    const engine = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    node.on('error', () => {
      engine.end();
      engine.resume();
    });
    engine.on('error', () => node.destroy());
    engine.on('close', () => node.destroy());
    node.pipe(engine);
    engine.pipe(node);
  });
  server.listen(port, host);
}

if (addressForNodes !== undefined) listenForNodes(addressForNodes, Number(tcpPort));
open({ library: 'chdb', path: library });
await load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [command.length, command],
  // Meanwhile, the proxy serves connections from other nodes.
  runInNewThread: true,
});
