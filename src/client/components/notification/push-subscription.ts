/**
 * Returns the browser's subscription to this store's push messages; null without one, or without push support.
 * https://w3c.github.io/push-api/#pushmanager-interface
 */
export async function findPushSubscription(baseUrl: string): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(baseUrl);
  return (await registration?.pushManager.getSubscription()) ?? null;
}
