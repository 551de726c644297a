/**
 * The browser's subscription to the push messages of this store; null where there is none, or no push at all.
 * https://w3c.github.io/push-api/#pushmanager-interface
 */
export async function findPushSubscription(baseUrl: string): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(baseUrl);
  return (await registration?.pushManager.getSubscription()) ?? null;
}
