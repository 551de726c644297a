import { CallError } from '#shared/errors.ts';
import { readJson } from '../platform/input/read-json.ts';

/**
 * Rejects bodies before the identity provider sees them, with its form of errors: 415 when not JSON, 400 when
 * no call would accept them or they are not objects. Returns null for every other body, also an empty one.
 */
export function rejectBody(contentType: string | undefined, body: ArrayBuffer | Uint8Array): Response | null {
  if (body.byteLength === 0) return null;
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    const message = 'Send the body as JSON, with the header Content-Type: application/json.';
    return Response.json({ code: 'UNSUPPORTED_MEDIA_TYPE', message }, { status: 415 });
  }
  try {
    const value = readJson(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
    return invalidBody('Send a JSON object.');
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return invalidBody(error.message);
  }
}

function invalidBody(message: string): Response {
  return Response.json({ code: 'INVALID_BODY', message }, { status: 400 });
}
