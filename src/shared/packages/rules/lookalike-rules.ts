import { t } from '../../languages/translate.ts';
import type { Finding } from '../finding.ts';
import type { MarkKind } from '../mark-kinds.ts';
import { type RuleRecord, withProperties } from './rule.ts';

/** The values that such a rule makes a sentence of. */
export interface LookalikeValues {
  /** The app's own name, ID or publisher name; empty for an icon. */
  readonly own: string;
  /** That of the other app. */
  readonly theirs: string;
  readonly app: string;
  readonly publisher: string;
}

const WHY =
  'People install what they recognise. An app that looks like somebody else’s gets their trust, and sometimes their passwords.';

const textEvidence = ({ own, theirs, app, publisher }: LookalikeValues) =>
  t`“${own}” looks like “${theirs}”: ${app} by ${publisher}.`;

const record = (
  rule: Pick<RuleRecord, 'title' | 'checks'> & { evidence: (values: LookalikeValues) => string },
) =>
  withProperties(rule, {
    severity: 'warning',
    get fix() {
      return t`Choose something that nobody takes for the other app. If you may use it, tell the reviewer why: it always needs manual review.`;
    },
    why: WHY,
  }) as object as RuleRecord;

/** Rules that compare an app with those of other publishers. They send a version to manual review when they are enforced. */
export const LOOKALIKE_RULES = {
  'lookalike-name': record({
    get title() {
      return t`The name looks like that of another app in this store`;
    },
    checks:
      'The names in all languages of the listing and in the package, against those of other publishers’ apps: without case, spaces, punctuation, accents and invisible characters, with lookalike characters such as Cyrillic `а` and Latin `a` as one, and one different character in 5 to 8, or two in more.',
    evidence: textEvidence,
  }),
  'lookalike-developer': record({
    get title() {
      return t`The publisher’s name looks like that of another publisher`;
    },
    checks: 'The publisher’s name in the store against those of other publishers, like names of apps.',
    evidence: textEvidence,
  }),
  'lookalike-id': record({
    get title() {
      return t`The application ID looks like that of another app in this store`;
    },
    checks:
      'The application ID against those of other publishers’ apps: lookalike characters, such as `exarnple` for `example`, other separators or another order of the parts, one or two different characters in a part, and parts behind somebody else’s ID, such as `.pro`.',
    evidence: textEvidence,
  }),
  'lookalike-icon': record({
    get title() {
      return t`The icon looks like that of another app in this store`;
    },
    checks:
      'The shapes of the icons of the listing and the package, against those of other publishers’ apps. Colors, size, margins and compression make no difference; icons without a shape are not compared.',
    evidence: ({ app, publisher }) => t`It looks like the icon of ${app} by ${publisher}.`,
  }),
} satisfies Record<`lookalike-${MarkKind}`, RuleRecord>;

/** Returns a finding of such a rule; an app that is not public yet is worth knowing, but no reason to worry. */
export function lookalikeFinding(kind: MarkKind, isPublic: boolean, values: LookalikeValues): Finding {
  return { rule: `lookalike-${kind}`, severity: isPublic ? 'warning' : 'info', values: { ...values } };
}
