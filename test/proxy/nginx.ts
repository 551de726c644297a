import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '#test/support/free-port.ts';
import { waitUntil } from '#test/support/patience.ts';

/** An nginx with the example configuration. Disposing stops it. */
export interface Nginx extends AsyncDisposable {
  /** The address of a server on `port`, as browsers use it. */
  readonly httpsUrl: string;
  readonly httpUrl: string;
  /** The port that the server behind it has to listen on. */
  readonly port: number;
  /** The path of its certificate, which nobody else has signed. */
  readonly certificate: string;
}

/** Starts nginx with `deploy/nginx.conf` on loopback; only names, ports and the paths of the certificate differ. */
export async function startNginx(): Promise<Nginx> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'quayside-nginx-'));
  opening.defer(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const [port, http, https] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const certificate = join(folder, 'fullchain.pem');
  await makeCertificate(certificate, join(folder, 'privkey.pem'));
  const example = await readFile(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const site = replaceAll(example, {
    'server 127.0.0.1:8080;': `server 127.0.0.1:${port};`,
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen 443 ssl;': `listen 127.0.0.1:${https} ssl;`,
    'listen [::]:80;': '',
    'listen [::]:443 ssl;': '',
    '/etc/letsencrypt/live/apps.example.org': folder,
    'apps.example.org': 'localhost',
  });
  const main = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  await writeFile(
    main,
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off; events {}
     http { access_log off; ${temporary.join(' ')} ${site} }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', main], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  opening.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await waitUntil('nginx listens', async () => {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder, 'error.log'), 'utf8'));
    return isListening(https);
  });
  const opened = opening.move();
  return {
    port,
    certificate,
    httpUrl: `http://localhost:${http}/quayside/`,
    httpsUrl: `https://localhost:${https}/quayside/`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Replaces parts of a text, all of which must be there. */
function replaceAll(text: string, parts: Readonly<Record<string, string>>): string {
  let replaced = text;
  for (const [part, instead] of Object.entries(parts)) {
    if (!replaced.includes(part)) throw new Error(`The example for nginx has no "${part}".`);
    replaced = replaced.replaceAll(part, instead);
  }
  return replaced;
}

async function makeCertificate(certificate: string, key: string): Promise<void> {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...subject, ...files]);
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
