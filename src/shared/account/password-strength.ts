import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { t } from '../languages/translate.ts';
import { passwordLengthProblem } from './password-length.ts';

/** The result of evaluating a new password. */
export interface PasswordEvaluation {
  /** From 0 (guessed at once) to 4 (strong), as zxcvbn counts. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** The reason for rejecting it, as a sentence; null when it is accepted. */
  readonly problem: string | null;
  /** Suggestions as sentences; accepted passwords may have some too. */
  readonly advice: readonly string[];
}

/** Minimum score: 3 withstands 10^8 guesses, so the password cannot be on a list of leaked ones. */
const LOWEST_SCORE = 3;

const PROBLEMS: Record<string, string> = {
  get topTen() {
    return t`This is one of the ten most common passwords.`;
  },
  get topHundred() {
    return t`This is one of the most common passwords.`;
  },
  get common() {
    return t`This password appears in lists of leaked passwords.`;
  },
  get similarToCommon() {
    return t`This is similar to a leaked password.`;
  },
  get wordByItself() {
    return t`This is a single word.`;
  },
  get namesByThemselves() {
    return t`This consists only of names.`;
  },
  get commonNames() {
    return t`This consists only of common names.`;
  },
  get userInputs() {
    return t`This contains your name or email, or the store’s name.`;
  },
  get straightRow() {
    return t`This is a row of keys.`;
  },
  get keyPattern() {
    return t`This is a short keyboard pattern.`;
  },
  get simpleRepeat() {
    return t`This repeats one character.`;
  },
  get extendedRepeat() {
    return t`This repeats a few characters.`;
  },
  get sequences() {
    return t`This is a sequence of characters.`;
  },
  get recentYears() {
    return t`This is mostly a year.`;
  },
  get dates() {
    return t`This is mostly a date.`;
  },
};

const ADVICE: Record<string, string> = {
  get l33t() {
    return t`Swaps such as @ for a, or 0 for o, don’t help much.`;
  },
  get reverseWords() {
    return t`Reversed words don’t help much.`;
  },
  get allUppercase() {
    return t`All capitals don’t help much.`;
  },
  get capitalization() {
    return t`A capital at the start doesn’t help much.`;
  },
  get dates() {
    return t`Avoid dates related to you.`;
  },
  get recentYears() {
    return t`Avoid years.`;
  },
  get associatedYears() {
    return t`Avoid years related to you.`;
  },
  get sequences() {
    return t`Avoid sequences such as abc or 123.`;
  },
  get repeated() {
    return t`Avoid repetition.`;
  },
};

const fourWords = () => t`Use four or more unrelated words, or a password manager.`;

/** Limits the time that a hostile password can take. */
const BOUNDS = { maxLength: 64, l33tMaxSubstitutions: 32 };

let estimator: ZxcvbnFactory | undefined;

/**
 * Evaluates a new password: 10 to 128 characters, and neither common, nor leaked, nor easily guessed. Works
 * offline: the list of leaked passwords is part of this module, so the browser loads it only on demand.
 * `about` lists guesses for this person: address, name, the store's name.
 */
export function evaluatePassword(password: string, about: readonly string[]): PasswordEvaluation {
  const tooShortOrLong = passwordLengthProblem(password);
  if (tooShortOrLong) return { score: 0, problem: tooShortOrLong, advice: [fourWords()] };

  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...BOUNDS });
  const words = wordsOf(about);
  const whole = estimator.check(password, words);
  const joined = whole.score >= LOWEST_SCORE && estimator.check(withoutSeparators(password), words);
  const { score, feedback } = joined && joined.score < LOWEST_SCORE ? joined : whole;
  const isRejected = score < LOWEST_SCORE;
  const advice = feedback.suggestions.flatMap((key) => ADVICE[key] ?? []);
  return {
    score,
    problem: isRejected ? (PROBLEMS[feedback.warning ?? ''] ?? t`This password is easy to guess.`) : null,
    advice: isRejected ? [...advice, fourWords()] : advice,
  };
}

/** Removes a few separators, which must not hide a common password or a repetition. */
function withoutSeparators(password: string): string {
  const joined = password.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return joined.length >= password.length * 0.75 ? joined : password;
}

/** Returns each text and its words. */
function wordsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
}
