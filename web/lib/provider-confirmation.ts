const CHANNEL = 'voltboard-confirmed';
const CONFIRMED = 'confirmed';
const HEARD = 'heard';

/**
 * Notifies other tabs that a provider has confirmed the user's identity. Calls `onHeard` if a tab was waiting for that.
 * Returns a function that stops listening. Tabs communicate only through this origin's channel, because a window that
 * went through a provider has no opener.
 */
export function announceConfirmed(onHeard: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === HEARD) onHeard();
  };
  channel.postMessage(CONFIRMED);
  return () => channel.close();
}

/** Calls `listener` when another tab has returned from a provider. Returns a function that stops listening. */
export function onConfirmedElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data !== CONFIRMED) return;
    channel.postMessage(HEARD);
    listener();
  };
  return () => channel.close();
}
