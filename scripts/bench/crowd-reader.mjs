// A separate process with the lowest priority, because real clients run on other machines: reading large responses must
// not slow down the process that measures. This process requests reports on all connections until its standard input
// ends, and then prints the duration of each response in milliseconds.
import { constants, setPriority } from 'node:os';

setPriority(constants.priority.PRIORITY_LOW);
const [url, authorization, connections] = process.argv.slice(2);
let [asked, goesOn] = [0, true];
const answered = [];

/** Requests reports in a loop. All reports differ, so that none is served from the cache. */
async function ask() {
  while (goesOn) {
    asked += 1;
    const report = `range=30d&dimensions=hour,campaign,venue_type&compare=same_weekdays&metrics=views,visitors,revenue&limit=${100 + (asked % 900)}`;
    const begun = performance.now();
    const answer = await fetch(`${url}/api/reports?${report}`, { headers: { authorization } }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) answered.push(performance.now() - begun);
    else if (asked < 3) console.error(`a report was answered ${answer?.status ?? 'not at all'}`);
  }
}

process.stdin.resume().once('end', () => {
  goesOn = false;
});
await Promise.all(Array.from({ length: Number(connections) }, ask));
console.log(JSON.stringify(answered));
