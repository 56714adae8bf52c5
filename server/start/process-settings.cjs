/*
 * What holds in every process of ours that opens the embedded store: the built programs begin with it (launch.cjs), and so do the tests,
 * `npm run dev`, the bench and the drill. Node's threads and the engine's allocator read their settings once, at their first use, so
 * they are set before anything is imported. ARCHITECTURE.md says what each is worth ("Where the memory goes").
 */

// A question to the embedded engine holds a thread until it is answered: by the default of four, four slow ones hold up all else.
process.env.UV_THREADPOOL_SIZE ??= '16';
// The engine's allocator gives back what it no longer uses within a third of a second, not after ten.
process.env.JE_MALLOC_CONF ??= 'prof:false,dirty_decay_ms:300,muzzy_decay_ms:0';
