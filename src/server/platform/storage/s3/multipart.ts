import { MAX_UNSTORED_BYTES } from '../storage.ts';
import type { S3Client } from './client.ts';
import { throwIfFailed } from './s3-error.ts';
import { escapeXml, readElements, readText } from './xml.ts';

/**
 * Size of the parts of large objects. S3 takes at least 5 MiB, except for the last, and at most 10,000 of them: 50 GiB.
 * One is sent while another arrives.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export const PART_BYTES = MAX_UNSTORED_BYTES / 2;

/** Number of parts that are copied at once. */
const COPIES = 4;

/** A stored object whose bytes become a part. */
interface PartSource {
  readonly name: string;
  readonly etag: string;
}

/** Stores an object of several parts, which appears once `upload` returns; until then, and when it fails, nothing does. */
async function upload(
  client: S3Client,
  name: string,
  sendParts: (uploadId: string) => Promise<readonly string[]>,
): Promise<void> {
  const begun = await client.sendForText({ method: 'POST', name, query: { uploads: '' } });
  const uploadId = readText(begun, 'UploadId');
  if (!uploadId) throw new Error(`the storage began no upload of ${name}`);
  try {
    const etags = await sendParts(uploadId);
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const ended = await client.sendForText({
      method: 'POST',
      name,
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    });
    throwIfFailed(`putting ${name} together`, ended);
  } catch (error) {
    await abortUpload(client, { name, uploadId }).catch(() => {});
    throw error;
  }
}

/** Stores parts as they arrive as one object; each but the last has `PART_BYTES`. */
export async function storeParts(
  client: S3Client,
  name: string,
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  await upload(client, name, async (uploadId) => {
    const etags: string[] = [];
    for await (const body of parts) {
      const query = { partNumber: String(etags.length + 1), uploadId };
      const headers = await client.sendForHeaders({ method: 'PUT', name, query, body });
      etags.push(headers.get('etag') ?? '');
    }
    return etags;
  });
}

/** Puts stored objects together as one within the storage. Fails when one of them was changed or deleted meanwhile. */
export async function copyParts(
  client: S3Client,
  name: string,
  sources: readonly PartSource[],
): Promise<void> {
  await upload(client, name, async (uploadId) => {
    const etags = sources.map(() => '');
    const waiting = sources.entries();
    const copy = async () => {
      for (const [index, source] of waiting) {
        const copied = await client.sendForText({
          method: 'PUT',
          name,
          query: { partNumber: String(index + 1), uploadId },
          headers: {
            'x-amz-copy-source': client.copySource(source.name),
            'x-amz-copy-source-if-match': source.etag,
          },
        });
        throwIfFailed(`copying ${source.name}`, copied);
        etags[index] = readText(copied, 'ETag') ?? '';
      }
    };
    await Promise.all(Array.from({ length: COPIES }, copy));
    return etags;
  });
}

/**
 * Deletes the parts of uploads below a folder that began before a time and never ended. Returns their names. Other
 * programs may have uploads next to the folder.
 */
export async function removeOldUploads(client: S3Client, folder: string, before: Date): Promise<string[]> {
  const removed: string[] = [];
  let marker: Readonly<Record<string, string>> | null = {};
  while (marker) {
    const prefix = client.fullName(folder);
    const page: string = await client.sendForText({
      method: 'GET',
      query: { uploads: '', prefix, ...marker },
    });
    for (const found of readElements(page, 'Upload')) {
      const [key, uploadId] = [readText(found, 'Key'), readText(found, 'UploadId')];
      const begunAt = new Date(readText(found, 'Initiated') ?? '');
      if (!key?.startsWith(prefix) || !uploadId || !(begunAt < before)) continue;
      const name = folder + key.slice(prefix.length);
      await abortUpload(client, { name, uploadId });
      removed.push(name);
    }
    marker = nextUploads(page);
  }
  return removed;
}

function nextUploads(page: string): Record<string, string> | null {
  const [key, id] = [readText(page, 'NextKeyMarker'), readText(page, 'NextUploadIdMarker')];
  if (readText(page, 'IsTruncated') !== 'true' || !key || !id) return null;
  return { 'key-marker': key, 'upload-id-marker': id };
}

async function abortUpload(
  client: S3Client,
  { name, uploadId }: { name: string; uploadId: string },
): Promise<void> {
  await client.sendForHeaders({ method: 'DELETE', name, query: { uploadId } });
}
