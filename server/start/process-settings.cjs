/*
 * Settings of every process that opens the embedded store. The built programs (launch.cjs), the tests, `npm run dev`,
 * the bench and the drill load this file first. Node's threads and the engine's allocator read their settings only
 * once, at their first use. The settings must therefore be set before any import (docs/performance.md#memory has the
 * effect of each).
 */

// A query to the embedded engine blocks a thread. With the default of four threads, four slow queries block everything.
process.env.UV_THREADPOOL_SIZE ??= '16';
// Make the engine's allocator return unused memory within a third of a second instead of after ten seconds.
process.env.JE_MALLOC_CONF ??= 'prof:false,dirty_decay_ms:300,muzzy_decay_ms:0';
