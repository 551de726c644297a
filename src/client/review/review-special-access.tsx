import Typography from '@mui/material/Typography';
import { SpecialAccessList } from '#client/components/package/special-access-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';

/** Shows what gives a package control over the device or the data of other apps; nothing without any. */
export function ReviewSpecialAccess({ facts }: { facts: PackageFacts | null }) {
  if (facts?.platform !== 'android') return null;
  const { specialAccess = [], sharedUserId = null } = facts;
  if (specialAccess.length === 0 && sharedUserId === null) return null;
  return (
    <Section title={t`Special access`}>
      {specialAccess.length > 0 && <SpecialAccessList specialAccess={specialAccess} />}
      {sharedUserId !== null && (
        <Typography variant="body2">{t`It shares the user ID ${sharedUserId} with other apps.`}</Typography>
      )}
    </Section>
  );
}
