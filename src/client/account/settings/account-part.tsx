import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { ExportData } from './export-data.tsx';

/** Settings to download the user's data, and to delete the account. */
export function AccountPart() {
  return (
    <>
      <Section title={t`Your data`}>
        <ExportData />
      </Section>
      <Section title={t`Delete your account`}>
        <DeleteAccountSection />
      </Section>
    </>
  );
}
