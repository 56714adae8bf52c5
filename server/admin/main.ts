import { runAdmin } from './run-admin.ts';

// The output's reader may stop early (`| head`). The command still runs to its end.
process.stdout.on('error', () => {});

/** `npm run admin -- <command>`: works beside a running server and never opens the events store. */
process.exitCode = await runAdmin({
  args: process.argv.slice(2),
  env: process.env,
  terminal: { input: process.stdin, output: process.stdout },
  errors: process.stderr,
  now: Date.now,
});
