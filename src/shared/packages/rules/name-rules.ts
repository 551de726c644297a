import { t } from '../../languages/translate.ts';
import { hasMark, isVisible, markHidden } from '../../visible-text.ts';
import { listNames, someNames } from '../finding.ts';
import { type PackageRule, packageRule } from './rule.ts';

const MAX_NAMED = 10;
const MAX_SHOWN = 100;

/** Rules about the texts in a package that people read as names. */
export const NAME_RULES: PackageRule[] = [
  packageRule({
    id: 'hidden-characters',
    severity: 'warning',
    isAlwaysEnforced: true,
    get title() {
      return t`Names in the package contain invisible characters`;
    },
    get fix() {
      return t`Remove characters that nobody sees or that change the direction, such as U+202E, unless the script needs them. Such a name is always reviewed manually.`;
    },
    checks:
      'The names that the package brings, such as the app’s, for characters that are invisible, blank or change the direction of text. The store shows each as ⟨U+202E⟩.',
    why: 'With such characters, a name looks like that of another app, or shows something else than it says. Joiners that scripts and emoji need are fine.',
    find: ({ facts, signature }) => {
      const names = [...textsOf(facts, 'package'), ...textsOf(signature.certificates, 'certificates')];
      const odd = names.filter(([, text]) => hasMark(text) || !isVisible(text.replaceAll(/[\n\t]/g, ' ')));
      if (odd.length === 0) return null;
      const shown = odd.map(([place, text]) => `${place}: "${markHidden(text.slice(0, MAX_SHOWN))}"`);
      return someNames(shown, MAX_NAMED);
    },
    evidence: (texts) => `${listNames(texts)}.`,
  }),
];

/** Returns all texts in a value, keys among them, with the fact that has them. */
function textsOf(value: unknown, place: string): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]];
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, place));
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(place === 'package' ? [] : textsOf(key, place)),
    ...textsOf(inner, place === 'package' ? key : place),
  ]);
}
