// Loaded into a process of the drill before the process's program. On SIGWINCH, the wall clock of the process moves by
// the milliseconds in the file that DRILL_CLOCK_FILE names. Timers continue as they do when a machine's clock is set.
import { readFileSync } from 'node:fs';

const file = process.env.DRILL_CLOCK_FILE;
if (file) {
  const RealDate = Date;
  let shiftMs = 0;
  const now = () => RealDate.now() + shiftMs;
  const read = () => {
    try {
      shiftMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      shiftMs = 0;
    }
  };
  read();
  process.on('SIGWINCH', read);
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
