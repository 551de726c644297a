import Box from '@mui/material/Box';
import { type ComponentProps, useEffect, useState } from 'react';
import { passwordLengthProblem } from '#shared/passwords/length.ts';
import type { PasswordVerdict } from '#shared/passwords/strength.ts';
import { PasswordFormField } from './password-field.tsx';

type Judge = (password: string, about: readonly string[]) => PasswordVerdict;

/** The rule brings its list of leaked passwords with it, so it is loaded when somebody chooses a password. */
async function loadJudge(): Promise<Judge> {
  return (await import('#shared/passwords/strength.ts')).judgePassword;
}

/** What is wrong with a new password, for a form's validation; true when nothing is. `personal` as in the field. */
export async function validateNewPassword(
  password: string,
  personal: readonly string[],
): Promise<string | true> {
  if (password === '') return 'Choose a password.';
  const tooShortOrLong = passwordLengthProblem(password);
  if (tooShortOrLong !== null) return tooShortOrLong;
  const { problem, advice } = (await loadJudge())(password, personal);
  return problem === null ? true : [problem, ...advice].join(' ');
}

const STRENGTHS = ['Very easy to guess', 'Easy to guess', 'Not strong enough', 'Good', 'Strong'] as const;
const COLORS = ['error.main', 'error.main', 'warning.main', 'success.main', 'success.main'] as const;

export type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordFormField>, 'help'> & {
  /** What is in the field now. */
  readonly typed: string;
  /** What an attacker would try first for this person: address, name. */
  readonly personal: readonly string[];
};

/** A password that somebody chooses, with how strong it is while they type. */
export function NewPasswordField({ typed, personal, ...field }: NewPasswordFieldProps) {
  const [judge, setJudge] = useState<Judge>();
  const isTyping = typed !== '';
  useEffect(() => {
    if (!isTyping) return;
    // Without it the form still works: the server judges by the same rule.
    loadJudge().then((loaded) => setJudge(() => loaded), console.error);
  }, [isTyping]);

  const verdict = isTyping ? judge?.(typed, personal) : undefined;
  return (
    <Box>
      <PasswordFormField
        autoComplete="new-password"
        {...field}
        help={
          verdict === undefined
            ? 'At least 10 characters. A few unrelated words make a good one.'
            : [`${STRENGTHS[verdict.score]}.`, verdict.problem ?? '', ...verdict.advice].join(' ')
        }
      />
      {verdict !== undefined && <StrengthBars score={verdict.score} />}
    </Box>
  );
}

/** The score as four bars; the words stand below the field. */
function StrengthBars({ score }: Pick<PasswordVerdict, 'score'>) {
  return (
    <Box aria-hidden sx={{ display: 'flex', gap: 0.5, mt: 1 }}>
      {[1, 2, 3, 4].map((step) => (
        <Box
          key={step}
          sx={{
            flex: 1,
            height: 4,
            borderRadius: 1,
            bgcolor: step <= Math.max(score, 1) ? COLORS[score] : 'action.selected',
          }}
        />
      ))}
    </Box>
  );
}
