import { stat, statfs } from 'node:fs/promises';
import type { Log } from '../log/log.ts';
import { StorageFullError } from './storage.ts';

/** A kind of data on a watched file system. */
export type DiskPart = 'storage' | 'database' | 'data';

/** Directory of each kind; the database only when it is the embedded one. `data` has copies for inspections. */
export type DiskDirectories = Partial<Readonly<Record<DiskPart, string>>>;

/** Reads the free and total bytes of a directory's file system. */
export type ReadFileSystem = (directory: string) => Promise<{ freeBytes: number; totalBytes: number }>;

/** The current state of a file system. */
export interface DiskState {
  readonly parts: readonly DiskPart[];
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** True when less than the reserve is free, so new files are rejected; or inspections fail, if it has only `data`. */
  readonly isLow: boolean;
}

/** The space for new files: everything except a reserve for the database. */
export interface DiskSpace {
  readonly reserveBytes: number;
  /** Reads every watched file system; directories on the same one share an entry. */
  read(): Promise<DiskState[]>;
  /**
   * Throws `StorageFullError` unless this many bytes fit and leave the reserve on every file system that stored files or
   * the database need. `share` is the fraction of the reserve that must remain, from 0 to 1.
   */
  require(bytes: number, share?: number): Promise<void>;
}

interface SpaceOptions {
  readonly directories: DiskDirectories;
  readonly reserveBytes: number;
  readonly log: Pick<Log, 'error' | 'info'>;
  /** Defaults to the operating system's figures. */
  readonly readFileSystem?: ReadFileSystem | undefined;
}

/** Watches the file systems of existing directories. */
export async function openDiskSpace(options: SpaceOptions): Promise<DiskSpace> {
  const { directories, reserveBytes, log, readFileSystem = askSystem } = options;
  const disks = await groupByFileSystem(directories);
  let wasLow = false;

  async function read(): Promise<DiskState[]> {
    const states = await Promise.all(
      disks.map(async ({ parts, directory }) => {
        const { freeBytes, totalBytes } = await readFileSystem(directory);
        return { parts, freeBytes, totalBytes, isLow: freeBytes < reserveBytes };
      }),
    );
    noteChange(states);
    return states;
  }

  function noteChange(states: readonly DiskState[]): void {
    const low = states.filter(({ isLow }) => isLow);
    if (low.length > 0 && !wasLow)
      log.error(
        { low, reserveBytes },
        `disk space is low; ${low.every(hasOnlyData) ? 'inspections fail' : 'new files are rejected'}`,
      );
    if (low.length === 0 && wasLow) log.info('disk space is available again');
    wasLow = low.length > 0;
  }

  return {
    reserveBytes,
    read,
    async require(bytes, share = 1) {
      for (const { parts, freeBytes } of (await read()).filter((state) => !hasOnlyData(state))) {
        const needed = parts.includes('storage') ? bytes : 0;
        if (freeBytes - needed >= reserveBytes * share) continue;
        throw new StorageFullError(
          `${freeBytes} bytes are free for ${parts.join(' and ')}, too few for ${needed} more on top of the reserve`,
        );
      }
    },
  };
}

/** Returns true for a file system that no upload is stored on. */
function hasOnlyData({ parts }: Pick<DiskState, 'parts'>): boolean {
  return parts.every((part) => part === 'data');
}

/** DATA_DIR is named only where it has a file system of its own. */
async function groupByFileSystem(directories: DiskDirectories) {
  const disks = new Map<number, { parts: DiskPart[]; directory: string }>();
  for (const part of ['storage', 'database', 'data'] as const) {
    const directory = directories[part];
    if (directory === undefined) continue;
    const { dev } = await stat(directory);
    const disk = disks.get(dev);
    if (disk && part !== 'data') disk.parts.push(part);
    if (!disk) disks.set(dev, { parts: [part], directory });
  }
  return [...disks.values()];
}

/**
 * `bavail` is the space available to users other than root:
 * https://man7.org/linux/man-pages/man3/statvfs.3.html
 */
const askSystem: ReadFileSystem = async (directory) => {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};
