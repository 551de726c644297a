import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';

export interface EmailSectionProps {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** Shows the user's sign-in address, and whether it is confirmed. */
export function EmailSection({ email, isConfirmed }: EmailSectionProps) {
  return (
    <Section title={t`Email`}>
      <DescriptionList
        items={[
          { label: t`Email`, value: email },
          { label: t`Status`, value: isConfirmed ? <Confirmed /> : t`Not confirmed` },
        ]}
      />
    </Section>
  );
}

function Confirmed() {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <CheckCircleIcon color="success" fontSize="small" aria-hidden /> {t`Confirmed`}
    </Box>
  );
}
