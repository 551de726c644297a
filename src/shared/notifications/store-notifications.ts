import { formatNumber, t } from '../languages/translate.ts';
import { about, SECURITY } from './notification-record.ts';

/** Notifications about the store itself, to its staff. */
export const STORE_NOTIFICATIONS = {
  /** `problems` has the problem of each file. */
  filesDamaged: about<{
    readonly files: readonly string[];
    readonly problems: readonly string[];
    readonly more: number;
  }>({
    ...SECURITY,
    title: () => t`Stored files are damaged or missing`,
    message: ({ files, problems, more }) =>
      [
        ...files.map((file, at) => (problems[at] === 'missing' ? t`${file}: missing` : t`${file}: damaged`)),
        ...moreLine(more),
        t`Nobody can download them until the operator restores them from a backup. The Admin Dashboard shows all of them.`,
      ].join('\n'),
  }),
  /** `effects` has the effect of each app's problem, `reasons` what is wrong, in English. */
  feedProblems: about<{
    readonly apps: readonly string[];
    readonly effects: readonly string[];
    readonly reasons: readonly string[];
    readonly more: number;
  }>({
    ...SECURITY,
    title: ({ apps, more }) =>
      apps.length + more === 1
        ? t`Problem with an app in the feed`
        : t`Problems with ${apps.length + more} apps in the feed`,
    message: ({ apps, effects, reasons, more }) =>
      [
        ...apps.map((app, at) =>
          effects[at] === 'leftOut'
            ? t`${app} is missing from the feed, fully or in part. ${reasons[at] ?? ''}`
            : t`${app} is in the feed without part of its listing. ${reasons[at] ?? ''}`,
        ),
        ...moreLine(more),
        t`All other apps are unaffected. See the Admin Dashboard for details.`,
      ].join('\n'),
  }),
};

function moreLine(more: number): string[] {
  return more > 0 ? [t`And ${formatNumber(more)} more.`] : [];
}
