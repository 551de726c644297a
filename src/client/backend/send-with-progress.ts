import type { Send } from './send.ts';

/**
 * Returns a `Send` that reports how many bytes of the body were sent. It uses XMLHttpRequest, because `fetch` reports
 * no upload progress.
 */
export function sendWithProgress(onProgress: (sent: number, total: number) => void): Send {
  return (url, { method = 'POST', body = null, signal, headers = {} }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
    request.addEventListener('abort', () => reject(signal?.reason));
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) reject(signal.reason);
    else request.send(body as XMLHttpRequestBodyInit | null);
    return promise;
  };
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(request.responseText || null, { status: request.status, headers });
}
