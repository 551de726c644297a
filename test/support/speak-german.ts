import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { onTestFinished } from 'vitest';
import german from '#shared/languages/de.json' with { type: 'json' };
import { setCatalog } from '#shared/languages/translate.ts';

/** Shows messages in German until the test ends. */
export function speakGerman(): void {
  const messages = Object.fromEntries(
    Object.entries(german).map(([key, text]) => [key, compileMessage(text)]),
  );
  setCatalog(setupI18n({ locale: 'de', messages: { de: messages }, missing: () => '' }));
  onTestFinished(() => setCatalog(null));
}
