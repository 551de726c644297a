import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { downloadClientSchema } from '#shared/apps/download-clients.ts';
import type { NetworkHashes } from '../../catalog/releases/network-hashes.ts';
import type { CountedDownloads, DownloadBatch, NetworkDownload } from './store-batch.ts';

const hashSchema = z.string().min(1).max(32);

/** A download as a line of a journal; those of earlier versions have no network. */
const lineSchema = z.union([
  z.tuple([
    z.string().min(1).max(64),
    z.iso.date(),
    downloadClientSchema,
    z.tuple([hashSchema, hashSchema, hashSchema]),
  ]),
  z.tuple([z.string().min(1).max(64), z.iso.date(), downloadClientSchema]),
]);

/** A download; without its network it always counts. */
export interface Download extends Omit<CountedDownloads, 'count'> {
  readonly network?: NetworkHashes | undefined;
}

const EXTENSION = '.jsonl';
const fileOf = (directory: string, id: string) => join(directory, `${id}${EXTENSION}`);

/** Downloads that are not in the database yet: counts in memory, and a file for the case that the process is killed. */
export class JournalFile {
  readonly id = randomUUID();
  readonly #directory: string;
  readonly #counts = new Counts();
  #handle: Promise<FileHandle> | null = null;
  #pending: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Counts a download. Resolves once its line is handed to the system, which keeps it when the process is killed; rejects
   * when the file can't be written, and counts it nevertheless.
   */
  async add(download: Download): Promise<void> {
    const line = lineOf(download);
    this.#counts.add(line, download);
    // After a line end, so that a write that failed in the middle doesn't damage the next line.
    this.#pending.push(`\n${line}`);
    // Lines that arrive during a write leave with the next one.
    if (this.#pending.length === 1) {
      const earlier = this.#writing.catch(() => {});
      this.#writing = earlier.then(() => this.#write());
    }
    await this.#writing;
  }

  async #write(): Promise<void> {
    this.#handle ??= openJournal(this.#directory, this.id);
    const handle = await this.#handle;
    const lines = this.#pending;
    this.#pending = [];
    await handle.appendFile(lines.join(''));
  }

  /** Ends the file and returns what it counts. */
  async end(): Promise<DownloadBatch> {
    await this.#writing.catch(() => {});
    const handle = await this.#handle?.catch(() => null);
    // What is in memory is stored, whether or not the file could be closed.
    await handle?.close().catch(() => {});
    return { id: this.id, ...this.#counts.read() };
  }
}

async function openJournal(directory: string, id: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return open(fileOf(directory, id), 'a', 0o600);
}

/** Deletes a journal whose batch is stored. */
export async function deleteJournal(directory: string, id: string): Promise<void> {
  await rm(fileOf(directory, id), { force: true });
}

/** Reads the journals that a killed process left. An incomplete last line was never confirmed, and is left out. */
export async function readJournals(directory: string): Promise<DownloadBatch[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const ids = names
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => name.slice(0, -EXTENSION.length));
  return Promise.all(
    ids.map(async (id) => ({ id, ...countLines(await readFile(fileOf(directory, id), 'utf8')) })),
  );
}

function countLines(text: string): Omit<DownloadBatch, 'id'> {
  const counts = new Counts();
  for (const line of text.split('\n')) {
    const read = readLine(line);
    if (read === null) continue;
    const [versionId, day, client, network] = read;
    const [onDay, ofRollout, wide] = network ?? [];
    const isKnown = onDay !== undefined && ofRollout !== undefined && wide !== undefined;
    counts.add(line, { versionId, day, client, ...(isKnown && { network: { onDay, ofRollout, wide } }) });
  }
  return counts.read();
}

/** Downloads of one batch: those of a network once, others with their number. */
class Counts {
  readonly #downloads = new Map<string, CountedDownloads>();
  readonly #ofNetworks = new Map<string, NetworkDownload>();

  add(line: string, { network, ...download }: Download): void {
    if (network) this.#ofNetworks.set(line, { ...download, network });
    else this.#downloads.set(line, { ...download, count: (this.#downloads.get(line)?.count ?? 0) + 1 });
  }

  read(): Omit<DownloadBatch, 'id'> {
    return { downloads: [...this.#downloads.values()], ofNetworks: [...this.#ofNetworks.values()] };
  }
}

function lineOf({ versionId, day, client, network }: Download): string {
  const hashes = network && [network.onDay, network.ofRollout, network.wide];
  return JSON.stringify([versionId, day, client, ...(hashes ? [hashes] : [])]);
}

function readLine(line: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
