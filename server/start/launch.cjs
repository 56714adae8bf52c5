/*
 * What every built program begins with, whoever starts it: `npm start`, systemd, a container, a test. In a module Node would already
 * have read a file in a thread before the number of threads is set.
 */
const { basename } = require('node:path');

require('./process-settings.cjs');

// Who read the output may go (a closed terminal, an ended `tee`): the work goes on without it.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

import(`./${basename(__filename, '.js')}.mjs`);
