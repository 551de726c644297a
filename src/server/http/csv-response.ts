import { Readable } from 'node:stream';

/** Responds with lines of CSV as a download, sending them as they are made. */
export function respondWithCsv(fileName: string, lines: AsyncIterable<string>): Response {
  return new Response(Readable.toWeb(Readable.from(lines)) as ReadableStream, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  });
}
