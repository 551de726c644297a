import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CapabilityList } from '#client/components/package/capability-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { capabilitiesOf } from '#shared/packages/capabilities.ts';
import { exposedComponents } from '#shared/packages/exposed-components.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';

/** Components that are listed; the facts have all. */
const MAX_LISTED = 20;

/** Shows what a package can do, and what other apps can do with it; nothing without any. */
export function ReviewCapabilities({ facts }: { facts: PackageFacts | null }) {
  const capabilities = capabilitiesOf(facts);
  const exposed = facts?.platform === 'android' ? exposedComponents(facts) : [];
  const sharedUserId = facts?.platform === 'android' ? (facts.sharedUserId ?? null) : null;
  if (capabilities.length === 0 && exposed.length === 0 && sharedUserId === null) return null;
  return (
    <Section title={t`What it can do`}>
      {capabilities.length > 0 && <CapabilityList capabilities={capabilities} />}
      {exposed.length > 0 && (
        <>
          <Typography variant="body2" sx={{ mt: 1 }}>{t`Every other app can use:`}</Typography>
          <Box
            component="ul"
            aria-label={t`Every other app can use:`}
            sx={{ m: 0, pl: 2.5, typography: 'body2', fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            {exposed.slice(0, MAX_LISTED).map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>{`${kind} ${name}`}</li>
            ))}
            {exposed.length > MAX_LISTED && <li>…</li>}
          </Box>
        </>
      )}
      {sharedUserId !== null && (
        <Typography variant="body2">{t`It shares the user ID ${sharedUserId} with other apps.`}</Typography>
      )}
    </Section>
  );
}
