import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { bytesOfAccount, StorageFullError, StorageUnavailableError } from '../storage.ts';
import { storageError } from '../storage-error.ts';
import { S3Client } from './client.ts';
import { cutIntoParts } from './cut-into-parts.ts';
import { mergeSorted } from './listing.ts';
import { PART_BYTES } from './multipart.ts';
import { readResponse } from './read-response.ts';
import { createS3Storage } from './s3.ts';
import {
  errorFrom,
  explainS3Error,
  nullIfNoObject,
  S3AccessError,
  S3Error,
  throwIfFailed,
} from './s3-error.ts';
import { arrangeSegments, type Segment } from './segments.ts';
import { readElements, readText } from './xml.ts';

const KEYS = { S3_ACCESS_KEY_ID: 'THEKEY', S3_SECRET_ACCESS_KEY: 'the secret of the key' };

function clientAt(env: NodeJS.ProcessEnv, at = '2026-05-04T12:01:00Z'): S3Client {
  const { storage } = readConfig({ ...KEYS, STORAGE_URL: 's3://files/store', ...env });
  if (storage.kind !== 's3') throw new Error('not a bucket');
  return new S3Client(storage, () => new Date(at));
}

describe('links', () => {
  it.each([
    [{}, 'https://files.s3.us-east-1.amazonaws.com/store/packages/a.apk'],
    [{ S3_REGION: 'eu-central-1' }, 'https://files.s3.eu-central-1.amazonaws.com/store/packages/a.apk'],
    [{ S3_ENDPOINT: 'http://10.0.0.2:9000' }, 'http://10.0.0.2:9000/files/store/packages/a.apk'],
    [
      { S3_ENDPOINT: 'http://10.0.0.2:9000', S3_CLIENT_ENDPOINT: 'https://cdn.example.org' },
      'https://cdn.example.org/files/store/packages/a.apk',
    ],
    [
      { S3_ENDPOINT: 'https://s3.example.org', S3_ADDRESSING: 'host' },
      'https://files.s3.example.org/store/packages/a.apk',
    ],
  ])('with %j begin with %s', async (env, address) => {
    const link = await clientAt(env).link('packages/a.apk', { 'content-type': 'text/plain' }, 300);
    expect(link?.split('?')[0]).toBe(address);
    const query = new URL(link ?? '').searchParams;
    expect(query.get('X-Amz-Date')).toBe('20260504T120000Z');
    expect(query.get('X-Amz-Expires')).toBe('600');
    expect(query.get('response-content-type')).toBe('text/plain');
    expect(query.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(link).not.toContain('secret');
  });

  it('stay the same for their time, so that browsers can cache', async () => {
    const link = (at: string) => clientAt({}, at).link('a', {}, 300);
    expect(await link('2026-05-04T12:00:00Z')).toBe(await link('2026-05-04T12:04:59Z'));
    expect(await link('2026-05-04T12:05:00Z')).not.toBe(await link('2026-05-04T12:04:59Z'));
  });

  it('of the storage work for at most a minute, which is how long something on hold can still be downloaded', async () => {
    const storage = createS3Storage(clientAt({}), { directory: '', reserveBytes: 0 });
    const link = new URL((await storage.linkTo('packages/a', { type: 'text/plain' })) ?? '');
    expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  });

  it('are null where clients don’t reach the storage', async () => {
    expect(await clientAt({ S3_CLIENT_ENDPOINT: 'none' }).link('a', {}, 300)).toBeNull();
  });
});

describe('errors', () => {
  const xml = (code: string) => `<Error><Code>${code}</Code><Message>a &amp; b</Message></Error>`;

  it.each([
    [503, 'SlowDown', StorageUnavailableError],
    [500, 'InternalError', StorageUnavailableError],
    [400, 'RequestTimeout', StorageUnavailableError],
    [403, 'QuotaExceeded', StorageFullError],
    [507, 'XMinioStorageFull', StorageFullError],
    [403, 'AccessDenied', S3AccessError],
    [403, 'SignatureDoesNotMatch', S3AccessError],
    [400, 'ExpiredToken', S3AccessError],
    [404, 'NoSuchBucket', S3AccessError],
    [404, 'NoSuchKey', S3Error],
    [412, 'PreconditionFailed', S3Error],
  ])('map %i %s', (status, code, kind) => {
    const error = errorFrom('GET a', status, xml(code));
    expect(error).toBeInstanceOf(kind);
    expect(error.message).toContain(`GET a failed with ${status} ${code}: a & b`);
  });

  it('map responses without a body by their status', () => {
    expect(errorFrom('HEAD a', 404, '')).toMatchObject({ name: 'S3Error', code: '404' });
    expect(errorFrom('HEAD a', 502, 'Bad gateway')).toBeInstanceOf(StorageUnavailableError);
  });

  it('of keys that are rejected say that the store is unavailable', () => {
    const error = errorFrom('HEAD a', 403, '');
    expect(error).toMatchObject({ name: 'S3AccessError', code: '403' });
    expect(storageError(error)).toMatchObject({
      code: 'unavailable',
      details: { reason: 'storage', retryAfterSeconds: expect.any(Number) },
    });
  });

  it('are found in responses with status 200', () => {
    expect(() => throwIfFailed('copying a', xml('InternalError'))).toThrow(StorageUnavailableError);
    expect(() =>
      throwIfFailed('copying a', '<CopyObjectResult><ETag>1</ETag></CopyObjectResult>'),
    ).not.toThrow();
  });

  it('of missing objects become null, others do not', () => {
    expect(nullIfNoObject(errorFrom('GET a', 404, xml('NoSuchKey')))).toBeNull();
    expect(() => nullIfNoObject(errorFrom('GET a', 404, xml('NoSuchBucket')))).toThrow('NoSuchBucket');
    // The response to an upload's end that was sent twice.
    expect(() => nullIfNoObject(errorFrom('POST a', 404, xml('NoSuchUpload')))).toThrow('NoSuchUpload');
    expect(() => nullIfNoObject(new StorageUnavailableError('down'))).toThrow('down');
  });

  it.each([
    ['AuthorizationHeaderMalformed', 'S3_REGION'],
    ['RequestTimeTooSkewed', 'clock'],
    ['AccessDenied', 'multipart uploads'],
  ])('with code %s mention %s', (code, named) => {
    expect(explainS3Error(errorFrom('GET a', 403, xml(code)))).toContain(named);
  });
});

describe('segments', () => {
  const segment = (offset: number, size: number): Segment => ({
    key: 'a',
    offset,
    size,
    name: `growing/a,${offset}-${size}`,
    etag: '',
    modifiedAt: new Date(0),
  });
  const whole = [segment(0, PART_BYTES), segment(PART_BYTES, PART_BYTES)];
  const tail = segment(2 * PART_BYTES, 10);

  test('follow each other up to the first short one', () => {
    expect(arrangeSegments([...whole, tail])).toEqual({
      segments: [...whole, tail],
      size: 2 * PART_BYTES + 10,
      useless: [],
    });
    const late = segment(2 * PART_BYTES + 10, 10);
    expect(arrangeSegments([...whole, tail, late]).useless).toEqual([late]);
  });

  test('of one offset are replaced by the longest, whatever came last', () => {
    const longer = segment(2 * PART_BYTES, 11);
    expect(arrangeSegments([longer, ...whole, tail])).toMatchObject({
      size: 2 * PART_BYTES + 11,
      useless: [tail],
    });
  });

  test('are no object without the first', () => {
    expect(arrangeSegments([...whole.slice(1), tail])).toMatchObject({ segments: [], size: 0 });
  });
});

describe('cutIntoParts', () => {
  async function sizesOf(content: AsyncIterable<Uint8Array>): Promise<number[]> {
    const sizes: number[] = [];
    for await (const part of cutIntoParts(content)) sizes.push(part.length);
    return sizes;
  }

  it.each([
    [[], []],
    [[0], []],
    [[1, 2], [3]],
    [[PART_BYTES], [PART_BYTES]],
    [
      [PART_BYTES - 1, 2, 2 * PART_BYTES],
      [PART_BYTES, PART_BYTES, PART_BYTES, 1],
    ],
  ])('cuts chunks of %j bytes into %j', async (chunks, parts) => {
    const content = async function* () {
      for (const size of chunks) yield Buffer.alloc(size);
    };
    expect(await sizesOf(content())).toEqual(parts);
  });

  it('passes on what arrived before the content broke off', async () => {
    const parts = cutIntoParts(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('lost');
      })(),
    );
    expect((await parts.next()).value).toEqual(Buffer.from('half'));
    await expect(parts.next()).rejects.toThrow('lost');
  });

  it('counts a part until the next one is asked for', async () => {
    const two = async function* () {
      yield Buffer.alloc(2 * PART_BYTES);
    };
    const sending = Array.from({ length: 51 }, () => cutIntoParts(two()));
    for (const parts of sending) await parts.next();
    await expect(sizesOf(once(Buffer.alloc(2 ** 21)))).rejects.toThrow(StorageUnavailableError);
    await Promise.all(sending.map((parts) => parts.return(undefined)));
    expect(await sizesOf(once(Buffer.alloc(2 ** 21)))).toEqual([2 ** 21]);
  });

  it('rejects more bytes than may wait in memory', async () => {
    const chunk = Buffer.alloc(PART_BYTES - 1);
    const waiting = async function* () {
      for (;;) yield chunk;
    };
    const opened: AsyncGenerator<Uint8Array>[] = [];
    const fill = async () => {
      for (let count = 0; count < 60; count += 1) {
        const parts = cutIntoParts(waiting());
        opened.push(parts);
        await parts.next();
      }
    };
    await expect(fill().then(() => Promise.all(opened.map((parts) => parts.next())))).rejects.toThrow(
      StorageUnavailableError,
    );
    await Promise.all(opened.map((parts) => parts.return(undefined)));
    expect(await sizesOf(once(Buffer.alloc(PART_BYTES)))).toEqual([PART_BYTES]);
  });
});

describe('the bytes of one account', () => {
  const ofAccount = (account: string) =>
    cutIntoParts(
      bytesOfAccount(
        (async function* () {
          yield Buffer.alloc(2 * PART_BYTES);
        })(),
        account,
      ),
    );

  it('are rejected when too many wait, while others can send', async () => {
    const sending = Array.from({ length: 12 }, () => ofAccount('one'));
    for (const parts of sending) await parts.next();
    const rejected = await ofAccount('one')
      .next()
      .catch((error: unknown) => error);
    expect(storageError(rejected)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Too many uploads at once'),
      details: { reason: 'too-many-uploads', retryAfterSeconds: expect.any(Number) },
    });
    const other = ofAccount('other');
    expect((await other.next()).value).toHaveLength(PART_BYTES);
    await Promise.all([...sending, other].map((parts) => parts.return(undefined)));
    const again = ofAccount('one');
    expect((await again.next()).value).toHaveLength(PART_BYTES);
    await again.return(undefined);
  });
});

describe('readResponse', () => {
  const bodyOf = (start: UnderlyingDefaultSource<Uint8Array>['start']) => {
    const cancel = vi.fn<() => void>();
    return { body: new ReadableStream<Uint8Array>({ start, cancel }), cancel };
  };
  const half = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    controller.enqueue(Buffer.from('half'));

  it('fails when the body breaks off or stalls, and gives it up', async () => {
    const { body } = bodyOf((controller) => controller.error(new Error('terminated')));
    await expect(buffer(readResponse({ body }, 'GET a'))).rejects.toThrow(
      new StorageUnavailableError('GET a broke off: terminated'),
    );
    const stalled = bodyOf(half);
    await expect(buffer(readResponse(stalled, 'GET a', 20))).rejects.toThrow(
      new StorageUnavailableError('GET a sent nothing for 20 ms'),
    );
    expect(stalled.cancel).toHaveBeenCalledOnce();
  });

  it('waits for a slow reader, and gives up a body that nobody reads', async () => {
    const slow = readResponse(
      bodyOf((controller) => {
        half(controller);
        controller.close();
      }),
      'GET a',
      20,
    );
    await sleep(40);
    expect(String(await buffer(slow))).toBe('half');
    const unread = bodyOf(half);
    readResponse(unread, 'GET a').destroy();
    expect(unread.cancel).toHaveBeenCalledOnce();
  });
});

async function* once(chunk: Uint8Array): AsyncIterable<Uint8Array> {
  yield chunk;
}

describe('requests', () => {
  afterEach(() => vi.unstubAllGlobals());

  function storageThat(respond: (request: { method: string; url: URL }) => Response) {
    vi.stubGlobal('fetch', async (url: URL, { method }: { method: string }) => respond({ method, url }));
    return createS3Storage(clientAt({}), { directory: '/nowhere', reserveBytes: 0 });
  }

  it('close the content and free its memory when a write can’t begin', async () => {
    const storage = storageThat(() => new Response('<Code>AccessDenied</Code>', { status: 403 }));
    const part = Buffer.alloc(PART_BYTES);
    for (let count = 0; count < 60; count += 1) {
      const content = Readable.from([part, part, part]);
      await expect(storage.put('large', content)).rejects.toThrow('AccessDenied');
      expect(content.destroyed).toBe(true);
    }
  });

  it('are sent once when the keys are rejected, and again when the storage is busy', async () => {
    let count = 0;
    const denying = storageThat(() => {
      count += 1;
      return new Response('<Code>AccessDenied</Code>', { status: 403 });
    });
    await expect(denying.put('small', Buffer.from('x'))).rejects.toThrow(S3AccessError);
    expect(count).toBe(1);
    const busy = storageThat(() => {
      count += 1;
      return new Response('<Code>SlowDown</Code>', { status: count < 4 ? 503 : 200 });
    });
    await busy.put('small', Buffer.from('x'));
    expect(count).toBe(4);
  });

  it('of the clean-up leave uploads of other programs alone', async () => {
    const prefixes: (string | null)[] = [];
    const deleted: string[] = [];
    const began = '<Initiated>2026-05-01T00:00:00Z</Initiated>';
    const storage = storageThat(({ method, url }) => {
      if (method === 'DELETE') deleted.push(url.pathname);
      if (!url.searchParams.has('uploads')) return new Response('', { headers: { date: '2026-05-04' } });
      prefixes.push(url.searchParams.get('prefix'));
      return new Response(
        ['store/other', 'store/objects/half']
          .map((key) => `<Upload><Key>${key}</Key><UploadId>1</UploadId>${began}</Upload>`)
          .join(''),
      );
    });
    expect(await storage.removeUnfinished(1)).toEqual(['objects/half']);
    expect(prefixes).toEqual(['store/objects/']);
    expect(deleted).toEqual(['/store/objects/half']);
  });

  it('of a listing describe a page of objects each', async () => {
    const requests: string[] = [];
    const storage = storageThat(({ method, url }) => {
      const { prefix, 'continuation-token': token } = Object.fromEntries(url.searchParams);
      requests.push(`${method} ${prefix} ${token ?? 'first'}`);
      if (prefix !== 'store/objects/') return new Response('<ListBucketResult/>');
      const page = Array.from({ length: 1_000 }, (_, index) => {
        const key = `${token ?? 'first'}/${String(index).padStart(4, '0')}`;
        return `<Contents><Key>store/objects/${key}</Key><Size>7</Size><LastModified>2026-05-04T12:00:00.123Z</LastModified></Contents>`;
      });
      const next = token
        ? ''
        : '<IsTruncated>true</IsTruncated><NextContinuationToken>second</NextContinuationToken>';
      return new Response(`<ListBucketResult>${page.join('')}${next}</ListBucketResult>`);
    });
    const listed = await Array.fromAsync(storage.listObjects(''));
    expect(listed).toHaveLength(2_000);
    expect(listed.at(-1)).toEqual({
      key: 'second/0999',
      size: 7,
      modifiedAt: new Date('2026-05-04T12:00:00Z'),
    });
    expect(requests.sort()).toEqual([
      'GET store/growing/ first',
      'GET store/objects/ first',
      'GET store/objects/ second',
    ]);
  });

  it('of checks store one object for each opening', async () => {
    const stored: string[] = [];
    const storage = storageThat(({ method, url }) => {
      if (method === 'PUT') stored.push(url.pathname);
      return new Response('');
    });
    await storage.check();
    await storage.check();
    expect(new Set(stored).size).toBe(1);
    expect(stored[0]).toMatch(/^\/store\/probes\/[0-9a-f-]{36}$/);
  });
});

test('merges two ordered lists', async () => {
  const list = async function* (from: string, keys: string[]) {
    for (const key of keys) yield { key, from };
  };
  const merged = mergeSorted(list('first', ['a', 'c', 'd']), list('second', ['b', 'c', 'e']));
  expect((await Array.fromAsync(merged)).map(({ key, from }) => `${key} ${from}`)).toEqual([
    'a first',
    'b second',
    'c first',
    'd first',
    'e second',
  ]);
});

test('reads elements of XML', () => {
  const xml = '<a xmlns="x"><Key>one &lt;&#33;&#x41;</Key><Key>two</Key><KeyCount>2</KeyCount></a>';
  expect(readElements(xml, 'Key')).toHaveLength(2);
  expect(readText(xml, 'Key')).toBe('one <!A');
  expect(readText(xml, 'Missing')).toBeNull();
});
