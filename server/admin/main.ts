import { runAdmin } from './run-admin.ts';

// The program that reads the output may exit early (`| head`), but the command must nevertheless finish.
process.stdout.on('error', () => {});

/** Entry point of `npm run admin -- <command>`, which works alongside a running server. */
process.exitCode = await runAdmin({
  args: process.argv.slice(2),
  env: process.env,
  terminal: { input: process.stdin, output: process.stdout },
  errors: process.stderr,
  now: Date.now,
});
