import { createHash } from 'node:crypto';
import { z } from 'zod';

const namedFileSchema = z.object({
  name: z.string().startsWith('/'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes; the icons that the store draws itself have none in an index. */
  size: z.int().min(0).optional(),
});

/** A file that an index or entry names, by its path below the repository's address. */
export type NamedFile = z.infer<typeof namedFileSchema>;

/** Returns all files that JSON of a repository names, wherever they are, each once. */
export function findNamedFiles(json: unknown): NamedFile[] {
  const files = new Map<string, NamedFile>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    if ('sha256' in value && typeof value.sha256 === 'string') {
      const file = namedFileSchema.parse(value);
      files.set(JSON.stringify(file), file);
    }
    Object.values(value).forEach(visit);
  };
  visit(json);
  return [...files.values()];
}

/** Returns the difference between a file and what names it, as a sentence; null when it is that file. */
export function compareFile({ name, sha256, size }: NamedFile, bytes: Uint8Array): string | null {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) return `${name} has the hash ${found} instead of ${sha256}`;
  if (size !== undefined && size !== bytes.length)
    return `${name} has ${bytes.length} instead of ${size} bytes`;
  return null;
}
