// Sends a large file in pieces with tus-js-client, and continues after interruptions.
// UPLOAD_URL is upload.url of versions.create; TOKEN has the scope upload.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Upload } from 'tus-js-client';

const { UPLOAD_URL, TOKEN } = process.env;
const { size } = await stat('app.apk');

new Upload(createReadStream('app.apk'), {
  uploadUrl: UPLOAD_URL,
  uploadSize: size,
  chunkSize: 8 * 1024 * 1024,
  headers: { Authorization: `Bearer ${TOKEN}` },
  retryDelays: [0, 1000, 5000, 15000],
  onError: (error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
  onSuccess: () => console.log('uploaded'),
}).start();
