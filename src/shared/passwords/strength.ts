import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { passwordLengthProblem } from './length.ts';

/** What is thought of a password before it is taken. */
export interface PasswordVerdict {
  /** 0 (guessed at once) to 4 (strong), as zxcvbn counts. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Why it is refused, as a sentence; null when it is taken. */
  readonly problem: string | null;
  /** How to do better, as sentences; may be there for a password that is taken, too. */
  readonly advice: readonly string[];
}

/** The lowest score that is taken: 3 withstands 10^8 guesses, so it cannot be on a list of leaked passwords. */
const LOWEST_SCORE = 3;

const PROBLEMS: Record<string, string> = {
  topTen: 'This is one of the ten passwords that people use most.',
  topHundred: 'This is one of the passwords that people use most.',
  common: 'This password is on lists of leaked passwords.',
  similarToCommon: 'This is close to a password that is on lists of leaked ones.',
  wordByItself: 'This is a single word.',
  namesByThemselves: 'This is made of names alone.',
  commonNames: 'This is made of common names alone.',
  userInputs: 'This holds your own name or address, or that of the store.',
  straightRow: 'This is a row of keys.',
  keyPattern: 'This is a short pattern of keys.',
  simpleRepeat: 'This repeats one character.',
  extendedRepeat: 'This repeats a few characters.',
  sequences: 'This is a sequence of characters.',
  recentYears: 'This is mostly a year.',
  dates: 'This is mostly a date.',
};

const ADVICE: Record<string, string> = {
  l33t: 'Writing @ for a, or 0 for o, hardly helps.',
  reverseWords: 'Words written backwards hardly help.',
  allUppercase: 'Capitals throughout hardly help.',
  capitalization: 'A capital at the start hardly helps.',
  dates: 'Leave out dates that have to do with you.',
  recentYears: 'Leave out years.',
  associatedYears: 'Leave out years that have to do with you.',
  sequences: 'Leave out sequences such as abc or 123.',
  repeated: 'Leave out repetitions.',
};

const FOUR_WORDS = 'Use four or more words that have nothing to do with each other, or a password manager.';

/** What keeps the time for a hostile password short: only so many characters and spellings are looked at. */
const BOUNDS = { maxLength: 64, l33tMaxSubstitutions: 32 };

let estimator: ZxcvbnFactory | undefined;

/**
 * The one rule for new passwords: 10 to 128 characters, and neither common, nor leaked, nor easily guessed. It asks
 * nobody: the list of leaked passwords is a part of this module, so the browser loads it only when it is needed.
 * Takes the password and what an attacker would try first for this person: address, name, the store's name.
 */
export function judgePassword(password: string, about: readonly string[]): PasswordVerdict {
  const tooShortOrLong = passwordLengthProblem(password);
  if (tooShortOrLong) return { score: 0, problem: tooShortOrLong, advice: [FOUR_WORDS] };

  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...BOUNDS });
  const words = wordsOf(about);
  const whole = estimator.check(password, words);
  const joined = whole.score >= LOWEST_SCORE && estimator.check(withoutSeparators(password), words);
  const { score, feedback } = joined && joined.score < LOWEST_SCORE ? joined : whole;
  const refused = score < LOWEST_SCORE;
  const advice = feedback.suggestions.flatMap((key) => ADVICE[key] ?? []);
  return {
    score,
    problem: refused ? (PROBLEMS[feedback.warning ?? ''] ?? 'This password is easy to guess.') : null,
    advice: refused ? [...advice, FOUR_WORDS] : advice,
  };
}

/** A few signs between words must not make a common password or a repetition look like more than it is. */
function withoutSeparators(password: string): string {
  const joined = password.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return joined.length >= password.length * 0.75 ? joined : password;
}

/** Each text as it is, and the words in it. */
function wordsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
}
