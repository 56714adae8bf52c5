const CHANNEL = 'voltboard-confirmed';
const CONFIRMED = 'confirmed';
const HEARD = 'heard';

/**
 * Tells the other tabs that a provider has just confirmed who the reader is, and calls back when one of them waited for it;
 * answers how to stop. Tabs find each other by this origin's channel alone: a window that went through a provider has no opener.
 */
export function announceConfirmed(onHeard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === HEARD) onHeard();
  };
  channel.postMessage(CONFIRMED);
  return () => channel.close();
}

/** Calls back when another tab has come back from a provider; answers how to stop. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data !== CONFIRMED) return;
    channel.postMessage(HEARD);
    listener();
  };
  return () => channel.close();
}
