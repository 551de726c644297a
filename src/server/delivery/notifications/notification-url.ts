/** Returns the page that a notification leads to: its app, or the dashboard. */
export function notificationUrl(
  { data }: { readonly data: Readonly<Record<string, string>> | null },
  publicUrl: string,
): string {
  return data?.appId
    ? `${publicUrl}dashboard/apps/${encodeURIComponent(data.appId)}`
    : `${publicUrl}dashboard`;
}
