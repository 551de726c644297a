import { CallError, type ErrorCode, type ErrorDetails } from '#shared/errors.ts';
import { noteSentence, noteSentences, type Sentence, type SentencePart } from '#shared/languages/sentence.ts';
import type { Reason } from '#shared/reasons.ts';

type Denial = ErrorDetails & { readonly reason: Reason };

/** What a reader gets of a sentence: its English text, and its parts for those who read another language. */
export interface WrittenMessage {
  readonly message: string;
  readonly sentence?: readonly SentencePart[];
}

/** Returns a sentence as the message of an error. Without messages of the catalogue there is nothing to translate. */
export function messageOf({ text, parts }: Sentence): WrittenMessage {
  const hasMessages = parts.some((part) => typeof part !== 'string');
  return { message: text, ...(hasMessages && { sentence: parts }) };
}

/** Returns the message of an error, which `write` writes. */
export function writeMessage(write: () => string): WrittenMessage {
  return messageOf(noteSentence(write));
}

/**
 * Returns the error of a call. `write` writes its message: in English for programs, with the parts of the sentence in
 * `details.sentence`, from which the client writes it in the reader's language.
 */
export function callError(code: ErrorCode, write: () => string, details?: ErrorDetails): CallError {
  return errorOf(code, writeMessage(write), details);
}

/** Returns the error of a call with a message that was written before. */
export function errorOf(
  code: ErrorCode,
  { message, sentence }: WrittenMessage,
  details?: ErrorDetails,
): CallError {
  return new CallError(code, message, sentence ? { ...details, sentence } : details);
}

/** Returns the `failed-precondition` error of what a rule denies, with its sentence as the message. */
export function denied(write: () => string, details: Denial): CallError {
  return callError('failed-precondition', write, details);
}

/** Throws `failed-precondition` with the rule's sentence, unless it is null. */
export function requireAllowed(write: () => string | null, details: Denial): void {
  const { result, sentenceOf } = noteSentences(write);
  if (result !== null) throw errorOf('failed-precondition', messageOf(sentenceOf(result)), details);
}

/** Returns an error as the reason why something isn't possible. */
export function denialOf({ message, details }: CallError) {
  return { denialReason: message, ...(details?.sentence && { sentence: [...details.sentence] }) };
}
