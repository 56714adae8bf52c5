// Part of `npm test`. Prints nothing if PostgreSQL's programs exist or the tests are given a server, else installs them
// on Debian as root. If the programs are missing, the tests that need them are skipped, counted and listed, but nothing
// fails.
import { aptInstall, isDebianRoot } from './apt-install.mjs';
import { findPostgres } from './find-postgres.mjs';

if (findPostgres() === null && !process.env.TEST_DATABASE_URL && isDebianRoot()) {
  console.log('Installing PostgreSQL for the tests …');
  aptInstall('postgresql');
}
