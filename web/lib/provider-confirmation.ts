const CHANNEL = 'voltboard-confirmed';

/** Tells the other tabs that a provider has just confirmed who the reader is. */
export function announceConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('');
  channel.close();
}

/** Calls back when another tab has come back from a provider; answers how to stop. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
