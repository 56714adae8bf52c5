/*
 * What every built program begins with, whoever starts it: `npm start`, systemd, a container, a test. In a module Node would already
 * have read a file in a thread before the number of threads is set.
 */
const { basename } = require('node:path');
const { setFlagsFromString } = require('node:v8');

require('./process-settings.cjs');

// Garbage is collected when the heap has grown by this much, not by some factor of two to four: 200 MB less of a server under load,
// and less than half of what an import of 60,000 lines takes.
setFlagsFromString('--heap-growing-percent=40');

// Who read the output may go (a closed terminal, an ended `tee`): the work goes on without it.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

import(`./${basename(__filename, '.js')}.mjs`);
