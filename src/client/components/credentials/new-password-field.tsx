import Box from '@mui/material/Box';
import { type ComponentProps, useEffect, useState } from 'react';
import { loadChunk } from '#client/backend/load-chunk.ts';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { passwordLengthProblem } from '#shared/account/password-length.ts';
import type { PasswordEvaluation } from '#shared/account/password-strength.ts';
import { t } from '#shared/languages/translate.ts';

type Evaluate = (password: string, about: readonly string[]) => PasswordEvaluation;

/**
 * Loads the password rule on demand, because it contains a list of leaked passwords. Returns null when it can't be
 * loaded: the server applies the same rule.
 */
async function loadEvaluation(): Promise<Evaluate | null> {
  try {
    const { evaluatePassword } = await loadChunk(
      'password-strength',
      () => import('#shared/account/password-strength.ts'),
    );
    return evaluatePassword;
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** Validates a new password: returns its problem, or true. `personal` as in the field. */
export async function validateNewPassword(
  password: string,
  personal: readonly string[],
): Promise<string | true> {
  if (password === '') return t`Choose a password.`;
  const tooShortOrLong = passwordLengthProblem(password);
  if (tooShortOrLong !== null) return tooShortOrLong;
  const evaluate = await loadEvaluation();
  if (evaluate === null) return true;
  const { problem, advice } = evaluate(password, personal);
  return problem === null ? true : [problem, ...advice].join(' ');
}

const STRENGTHS = [t`Very weak`, t`Weak`, t`Not strong enough`, t`Good`, t`Strong`] as const;
const COLORS = ['error.main', 'error.main', 'warning.main', 'success.main', 'success.main'] as const;

export type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordFormField>, 'help'> & {
  /** The current value. */
  readonly typed: string;
  /** Words that an attacker would try first: the user's address and name. */
  readonly personal: readonly string[];
};

/** Shows a field for a new password, with its strength while typing. */
export function NewPasswordField({ typed, personal, ...field }: NewPasswordFieldProps) {
  const [evaluate, setEvaluate] = useState<Evaluate | null>(null);
  const isTyping = typed !== '';
  useEffect(() => {
    if (!isTyping) return;
    void loadEvaluation().then((loaded) => setEvaluate(() => loaded));
  }, [isTyping]);

  const evaluation = isTyping ? evaluate?.(typed, personal) : undefined;
  return (
    <Box>
      <PasswordFormField
        autoComplete="new-password"
        {...field}
        help={
          evaluation === undefined
            ? t`At least 10 characters. Try a few unrelated words.`
            : [`${STRENGTHS[evaluation.score]}.`, evaluation.problem ?? '', ...evaluation.advice].join(' ')
        }
      />
      {evaluation !== undefined && <StrengthBars score={evaluation.score} />}
    </Box>
  );
}

/** Shows the score as four bars; the text is below the field. */
function StrengthBars({ score }: Pick<PasswordEvaluation, 'score'>) {
  return (
    <Box aria-hidden sx={{ display: 'flex', gap: 0.5, mt: 1 }}>
      {[1, 2, 3, 4].map((step) => (
        <Box
          key={step}
          sx={{
            flex: 1,
            height: 4,
            borderRadius: 1,
            forcedColorAdjust: 'none',
            bgcolor: step <= Math.max(score, 1) ? COLORS[score] : 'action.selected',
          }}
        />
      ))}
    </Box>
  );
}
