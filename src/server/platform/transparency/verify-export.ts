import { open, readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { StartupError } from '../config/startup-error.ts';
import { CheckpointError, MAX_NOTE_LENGTH, openCheckpoint, type TreeHead } from './checkpoint.ts';
import { type LogLine, logHeaderSchema, logLineSchema } from './log-line.ts';
import { type Verification, verifyLog } from './verify-log.ts';

/** The longest line of an export: an entry with the settings before and after a change. */
const MAX_LINE_LENGTH = 4_000_000;

/** Returns the tree of a checkpoint in a file. Throws `StartupError` when it can't be read or its signature is wrong. */
export async function readCheckpointFile(file: string, verifierKey: string): Promise<TreeHead> {
  const note = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadableError(file, error);
  });
  try {
    return openCheckpoint(note.slice(0, MAX_NOTE_LENGTH + 1), verifierKey);
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    throw new StartupError(`${file}: ${error.message}`);
  }
}

/** Verifies an exported log against a checkpoint. Throws `StartupError` when the file can't be read as an export. */
export async function verifyExport(file: string, checkpoint: TreeHead): Promise<Verification> {
  const lines = readLines(file);
  try {
    const first = await lines.next();
    const { size } = parseLine(logHeaderSchema, { file, number: 1, text: first.value ?? '' });
    return await verifyLog(parseLines(file, lines), { size, checkpoints: [checkpoint] });
  } finally {
    // Closes the file, also when its first line was wrong.
    await lines.return(undefined);
  }
}

async function* parseLines(file: string, lines: AsyncIterable<string>): AsyncGenerator<LogLine> {
  let number = 1;
  for await (const text of lines) {
    number += 1;
    yield parseLine(logLineSchema, { file, number, text });
  }
}

/** Yields the lines of a file, of which it has one in memory at a time. */
async function* readLines(file: string): AsyncGenerator<string, undefined> {
  const handle = await open(file).catch((error: unknown) => {
    throw unreadableError(file, error);
  });
  await using _ = handle;
  let rest = '';
  for await (const piece of handle.createReadStream({ encoding: 'utf8', autoClose: false })) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new StartupError(`${file} isn’t an export of the audit log.`);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

interface ExportLine {
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

function parseLine<Schema extends z.ZodType>(
  schema: Schema,
  { file, number, text }: ExportLine,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(`${file}: line ${number} isn’t one of an export of the audit log.`);
  }
}

function unreadableError(file: string, error: unknown): StartupError {
  return new StartupError(`${file} can’t be read: ${(error as Error).message}.`);
}

/** Returns a verification as sentences. `signedByEarlierKey` counts the checkpoints whose signatures weren't checked. */
export function describeVerification(verification: Verification, signedByEarlierKey = 0): string {
  const { size, erased, covered, problemCount, problems } = verification;
  const unchecked =
    signedByEarlierKey > 0
      ? [
          `Checkpoints signed by an earlier key: ${signedByEarlierKey}. The log was compared with their sizes and roots; their signatures can’t be checked.`,
        ]
      : [];
  if (problemCount > 0) {
    const others = problemCount - problems.length;
    return [
      `The audit log was altered: ${problemCount === 1 ? '1 problem' : `${problemCount} problems`} in ${size} rows.`,
      ...problems.map((problem) => `  - ${problem}`),
      ...(others > 0 ? [`  - and ${others} more`] : []),
      ...unchecked,
    ].join('\n');
  }
  const sentences = [
    `The audit log is valid: ${size} rows follow each other without gaps.`,
    ...(erased > 0 ? [`Personal data was erased from ${erased} of them.`] : []),
    covered === 0
      ? 'No checkpoint covers it yet.'
      : `It matches its checkpoint of ${covered} rows; ${size - covered} are newer.`,
    ...unchecked,
  ];
  return sentences.join('\n');
}
