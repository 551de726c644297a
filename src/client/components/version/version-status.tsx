import { StatusLine } from '#client/components/status/status-line.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { shownSentence, shownStatus } from '#shared/versions/shown-status.ts';
import type { VersionSummary } from '#shared/versions/version.ts';

/** Shows the status of a version: that of its release while not everyone gets it. */
export function VersionStatusLine({ version }: { readonly version: VersionSummary }) {
  return <StatusLine status={shownStatus(version)} sentence={shownSentence(version, useMinute())} />;
}
