import type { S3Client } from './client.ts';
import { readElements, readText } from './xml.ts';

/** An object of the bucket in a listing. */
export interface BucketObject {
  /** Without the storage's prefix. */
  readonly name: string;
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** Lists the objects whose name starts with `prefix` and comes after `after`, in byte order. */
export async function* listObjects(
  client: S3Client,
  prefix: string,
  after = '',
): AsyncGenerator<BucketObject> {
  let position: Readonly<Record<string, string>> | null =
    after === '' ? {} : { 'start-after': client.fullName(after) };
  while (position) {
    const page: string = await client.sendForText({
      method: 'GET',
      query: { 'list-type': '2', prefix: client.fullName(prefix), ...position },
    });
    for (const found of readElements(page, 'Contents')) yield readObject(client, found);
    const token = readText(page, 'NextContinuationToken');
    position =
      readText(page, 'IsTruncated') === 'true' && token !== null ? { 'continuation-token': token } : null;
  }
}

function readObject(client: S3Client, found: string): BucketObject {
  return {
    name: (readText(found, 'Key') ?? '').slice(client.fullName('').length),
    size: Number(readText(found, 'Size')),
    etag: readText(found, 'ETag') ?? '',
    modifiedAt: new Date(readText(found, 'LastModified') ?? ''),
  };
}

interface KeyedObject {
  readonly key: string;
}

/** Merges two lists that are ordered by key into one. Of a key that both have, it takes the first list's item. */
export async function* mergeSorted<Item extends KeyedObject>(
  first: AsyncIterator<Item>,
  second: AsyncIterator<Item>,
): AsyncGenerator<Item> {
  let [a, b] = await Promise.all([first.next(), second.next()]);
  while (!a.done || !b.done) {
    const next = a.done || (!b.done && b.value.key < a.value.key) ? b.value : a.value;
    yield next;
    if (!a.done && a.value.key === next.key) a = await first.next();
    if (!b.done && b.value.key === next.key) b = await second.next();
  }
}
