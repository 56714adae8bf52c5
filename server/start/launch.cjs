/*
 * What every built program begins with, whoever starts it: `npm start`, systemd, a container, a test. In a module Node would already
 * have read a file in a thread before the number of threads is set.
 */
const { basename } = require('node:path');

require('./process-settings.cjs');

import(`./${basename(__filename, '.js')}.mjs`);
