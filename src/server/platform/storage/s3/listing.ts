import type { S3Client } from './client.ts';
import { readElements, readText } from './xml.ts';

/** An object in a listing. */
export interface ListedObject {
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
): AsyncGenerator<ListedObject> {
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

function readObject(client: S3Client, found: string): ListedObject {
  return {
    name: (readText(found, 'Key') ?? '').slice(client.fullName('').length),
    size: Number(readText(found, 'Size')),
    etag: readText(found, 'ETag') ?? '',
    modifiedAt: new Date(readText(found, 'LastModified') ?? ''),
  };
}

/** Merges two ordered lists into one, without duplicates. */
export async function* mergeSorted(
  first: AsyncIterator<string>,
  second: AsyncIterator<string>,
): AsyncGenerator<string> {
  let [a, b] = await Promise.all([first.next(), second.next()]);
  while (!a.done || !b.done) {
    const next = a.done || (!b.done && b.value < a.value) ? b.value : a.value;
    yield next;
    if (!a.done && a.value === next) a = await first.next();
    if (!b.done && b.value === next) b = await second.next();
  }
}
