import { ensureBuild } from './ensure-build.ts';

/* `npm start`: builds the client if it is out of date while the database starts, then serves. */

const tell = (line: string) => void process.stdout.write(`${line}\n`);

const filesReady = ensureBuild({ tell });
// The server throws it once it can close what it has opened.
filesReady.catch(() => {});
// The build needs nothing of the server, whose modules load meanwhile.
const { runServer } = await import('../src/server/run.ts');
await runServer({ filesReady, tell });
