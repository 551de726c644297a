// Receives webhooks and verifies who sent them. Needs Node 20 or newer and no package.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

// SECRET is the webhook's secret, which begins with whsec_.
const { SECRET, PORT } = process.env;
const KEY = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
const MAX_AGE_SECONDS = 300;

// The body has to be the bytes as they arrived: JSON that was parsed and written again has another signature.
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= MAX_AGE_SECONDS)) return false;
  const expected = createHmac('sha256', KEY).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return (
      signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
    );
  });
}

createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  // Respond first: whatever takes longer than ten seconds counts as a failure.
  response.writeHead(204).end();
  const { id, type, data } = JSON.parse(body);
  // The same id comes again when a response was lost.
  console.log(`${type} of ${data.app.applicationId} (${id})`);
}).listen(Number(PORT), '127.0.0.1');
