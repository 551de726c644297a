// Uploads app.apk as a version of an app, waits for its inspection, and submits it for review.
// Run it again after an interruption: it continues. Needs Node 20 or newer and no package.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

// STORE is the store's address with a slash at its end; TOKEN has the scopes read, upload and submit.
const { STORE, TOKEN, APP_ID } = process.env;
const authorization = `Bearer ${TOKEN}`;

async function call(name, data) {
  const response = await fetch(`${STORE}us-central1/${name}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`${name}: ${error.status}: ${error.message}`);
  return result;
}

const file = await readFile('app.apk');
const sha256 = createHash('sha256').update(file).digest('hex');
const created = await call('versions.create', {
  appId: APP_ID,
  fileName: 'app.apk',
  size: file.length,
  sha256,
});
const { url, offset } = created.upload;
if (offset < file.length) {
  const sent = await fetch(url, {
    method: 'PATCH',
    headers: {
      authorization,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: file.subarray(offset),
  });
  if (!sent.ok) throw new Error(await sent.text());
}

const versionId = created.version.id;
let { version } = await call('versions.get', { versionId, waitSeconds: 50, knownStatus: 'analysing' });
while (version.status === 'analysing') {
  ({ version } = await call('versions.get', { versionId, waitSeconds: 50, knownStatus: 'analysing' }));
}
for (const { severity, title, fix } of version.findings) console.error(`${severity}: ${title} ${fix}`);
if (version.status === 'draft') ({ version } = await call('versions.submit', { versionId }));
console.log(version.status);
