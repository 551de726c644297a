import { type ReactNode, useMemo } from 'react';
import { useCallQuery } from '#client/backend/use-call.ts';
import { DEFAULT_LOCALE, ReaderLocaleContext } from '#client/ui/reader-locale.ts';

/** Shows moments in the language and time zone that the person chose. */
export function Reader({ children }: { children: ReactNode }) {
  const { data } = useCallQuery('users.me', {});
  const { language = null, timeZone = null } = data?.user ?? {};
  const locale = useMemo(
    () => ({ language: language ?? DEFAULT_LOCALE.language, timeZone }),
    [language, timeZone],
  );
  return <ReaderLocaleContext value={locale}>{children}</ReaderLocaleContext>;
}
