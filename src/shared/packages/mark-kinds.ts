/** What of an app can look like that of another one: a name, its publisher's name, its ID or an icon. */
export const MARK_KINDS = ['name', 'developer', 'id', 'icon'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
