/** Returns the page that a notification leads to: its app or a part of it, the API tokens, the account, or the dashboard. */
export function notificationUrl(
  { data }: { readonly data: Readonly<Record<string, string>> | null },
  publicUrl: string,
): string {
  const { appId, part } = data ?? {};
  const tab = part === undefined ? '' : `?tab=${part}`;
  if (appId) return `${publicUrl}dashboard/apps/${encodeURIComponent(appId)}${tab}`;
  if (part === 'account') return `${publicUrl}dashboard/settings${tab}`;
  return part === 'api' ? `${publicUrl}dashboard/api` : `${publicUrl}dashboard`;
}
