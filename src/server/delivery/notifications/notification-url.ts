/** Returns the page that a notification leads to: its app, the API tokens, or the dashboard. */
export function notificationUrl(
  { data }: { readonly data: Readonly<Record<string, string>> | null },
  publicUrl: string,
): string {
  const { appId, part } = data ?? {};
  if (appId) return `${publicUrl}dashboard/apps/${encodeURIComponent(appId)}`;
  return part === 'api' ? `${publicUrl}dashboard/api` : `${publicUrl}dashboard`;
}
