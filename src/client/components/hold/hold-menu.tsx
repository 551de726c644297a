import { Suspense, useState } from 'react';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { OverflowMenu } from '#client/ui/overflow-menu.tsx';
import type { HoldNotice, HoldSubject } from '#shared/holds/hold.ts';
import { t } from '#shared/languages/translate.ts';

const HoldDialog = lazyChunk(
  'hold-dialog',
  async () => (await import('./hold-dialog.tsx')).HoldDialog,
  'window',
);

const LiftOf = lazyChunk('hold-dialog', async () => (await import('./hold-dialog.tsx')).LiftOf, 'window');

/** Something to hold: a version, its app or everything of its publisher. */
interface Holdable {
  readonly id: string;
  readonly name: string;
}

interface HoldMenuProps {
  /** The menu's name: "More actions". */
  readonly label: string;
  readonly subjects: Readonly<Record<HoldSubject, Holdable>>;
  /** The holds on the version and on its app. */
  readonly holds: readonly (HoldNotice | null)[];
}

const HOLD: Readonly<Record<HoldSubject, string>> = {
  version: t`Put this version on hold…`,
  app: t`Put the app on hold…`,
  publisher: t`Put everything of the publisher on hold…`,
};
const LIFT: Readonly<Record<HoldSubject, string>> = {
  version: t`Lift the hold on this version…`,
  app: t`Lift the hold on the app…`,
  publisher: t`Lift the hold on the publisher…`,
};

/** Offers staff to hold a version, its app or its publisher where they look at the version, or to lift the hold. */
export function HoldMenu({ label, subjects, holds }: HoldMenuProps) {
  const [asking, setAsking] = useState<Asked | null>(null);
  const isHeld = (subject: HoldSubject) => holds.some((hold) => hold?.subject === subject);
  return (
    <>
      <OverflowMenu
        label={label}
        actions={(Object.keys(subjects) as HoldSubject[]).map((subject) => ({
          label: isHeld(subject) ? LIFT[subject] : HOLD[subject],
          isDangerous: !isHeld(subject),
          onChoose: () => setAsking({ subject, isHeld: isHeld(subject) }),
        }))}
      />
      {asking && (
        <HoldQuestion
          {...asking}
          subjectId={subjects[asking.subject].id}
          name={subjects[asking.subject].name}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

interface Asked {
  readonly subject: HoldSubject;
  /** As it was when the question was asked. */
  readonly isHeld: boolean;
}

interface HoldQuestionProps extends Asked {
  readonly subjectId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks about a new hold, or about lifting the one that there is; the dialogs load when they are needed. */
export function HoldQuestion({ subject, isHeld, ...question }: HoldQuestionProps) {
  return (
    <Suspense fallback={null}>
      {isHeld ? <LiftOf {...question} /> : <HoldDialog subject={subject} {...question} />}
    </Suspense>
  );
}
