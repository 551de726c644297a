import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, sep } from 'node:path';

/*
 * Lets this process see a directory as a file system of a few megabytes, for tests where none may be mounted: `statfs`
 * reports its size, and a write that no longer fits fails with ENOSPC, as on a real one. A server process
 * loads it by `--import` and finds the directory in `SMALL_DISK`.
 */

export interface LimitedDirectory {
  readonly path: string;
  readonly bytes: number;
}

const limited = new Map<string, LimitedDirectory>();
const limitOf = (path: unknown) =>
  [...limited.values()].find((one) => `${path}${sep}`.startsWith(`${one.path}${sep}`));

/** Limits a directory in this process; returns a function that lifts the limit. */
export function limitDirectory(directory: LimitedDirectory): () => void {
  if (limited.size === 0) replaceFileSystem();
  limited.set(directory.path, directory);
  return () => {
    limited.delete(directory.path);
    if (limited.size === 0) restoreFileSystem();
  };
}

/** Returns the free bytes of a limited directory. */
export function freeBytesOf({ path, bytes }: LimitedDirectory): number {
  const entries = fs.readdirSync(path, { recursive: true, withFileTypes: true });
  const sizes = entries.map(
    (entry) => fs.lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return Math.max(0, bytes - sizes.reduce((sum, size) => sum + size, 0));
}

const real = {
  open: fs.open,
  close: fs.close,
  write: fs.write,
  writev: fs.writev,
  statfs: fs.promises.statfs,
  writeFile: fs.promises.writeFile,
};
/** Maps an open file to its limited directory. */
const files = new Map<number, LimitedDirectory>();

function replaceFileSystem(): void {
  Object.assign(fs, {
    open: (path: unknown, ...rest: unknown[]) => {
      const done = rest.pop() as (error: Error | null, fd: number) => void;
      call(real.open, [path, ...rest], (error: Error | null, fd: number) => {
        const limit = limitOf(path);
        if (limit) files.set(fd, limit);
        else files.delete(fd);
        done(error, fd);
      });
    },
    close: (fd: number, ...rest: unknown[]) => {
      files.delete(fd);
      call(real.close, [fd, ...rest]);
    },
    write: (fd: number, data: Uint8Array, ...rest: unknown[]) =>
      unlessFull({ fd, length: data.byteLength, rest }, () => call(real.write, [fd, data, ...rest])),
    writev: (fd: number, pieces: Uint8Array[], ...rest: unknown[]) => {
      const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
      return unlessFull({ fd, length, rest }, () => call(real.writev, [fd, pieces, ...rest]));
    },
  });
  Object.assign(fs.promises, {
    statfs: async (path: string) => {
      const found = await real.statfs(path);
      const limit = limitOf(path);
      if (!limit) return found;
      return {
        ...found,
        bsize: 1,
        blocks: limit.bytes,
        bavail: freeBytesOf(limit),
        bfree: freeBytesOf(limit),
      };
    },
    writeFile: async (path: string, data: string | Uint8Array, options?: fs.WriteFileOptions) => {
      const limit = limitOf(path);
      if (!limit || Buffer.byteLength(data) <= freeBytesOf(limit)) return real.writeFile(path, data, options);
      await real.writeFile(path, '', options);
      throw noSpace();
    },
  });
  syncBuiltinESMExports();
}

function restoreFileSystem(): void {
  const { open, close, write, writev, statfs, writeFile } = real;
  Object.assign(fs, { open, close, write, writev });
  Object.assign(fs.promises, { statfs, writeFile });
  syncBuiltinESMExports();
}

function call(method: unknown, input: unknown[], ...more: unknown[]): void {
  (method as (...all: unknown[]) => void)(...input, ...more);
}

interface Write {
  readonly fd: number;
  readonly length: number;
  /** The other parameters, the last of which is the callback. */
  readonly rest: unknown[];
}

function unlessFull({ fd, length, rest }: Write, write: () => void): void {
  const limit = files.get(fd);
  if (!limit || length <= freeBytesOf(limit)) return write();
  const done = rest.at(-1) as (error: Error) => void;
  process.nextTick(done, noSpace());
}

const noSpace = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });

const ofServer = process.env.SMALL_DISK;
if (ofServer) limitDirectory(JSON.parse(ofServer));
