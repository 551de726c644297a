import { type Environment, type ServerProcess, spawnServer } from '#test/support/server-process.ts';

/** A server process that can start again, with the same configuration and so at the same address. */
export interface KeptServer extends AsyncDisposable {
  /** With the base path and a slash at its end. */
  readonly url: string;
  readonly process: ServerProcess;
  /** Rejects when a process that was ready ends by itself, with what it wrote. */
  readonly endedByItself: Promise<never>;
  /** Starts the server again after it ended; `stderr` is where it logs. Rejects when it doesn't become ready. */
  restart(stderr?: number): Promise<void>;
}

/** Starts a server whose `PORT` is fixed. */
export async function startKeptServer(variables: Environment): Promise<KeptServer> {
  const { promise: endedByItself, reject } = Promise.withResolvers<never>();
  endedByItself.catch(() => {});
  const start = (stderr?: number) => watchEnd(spawnServer(variables, stderr), reject);
  let current = start();
  return {
    url: await current.ready,
    get process() {
      return current;
    },
    endedByItself,
    async restart(stderr) {
      await current.ended;
      current = start(stderr);
      await current.ready;
    },
    async [Symbol.asyncDispose]() {
      current.kill('SIGTERM');
      await current.ended;
    },
  };
}

/** Says when a server ends that was ready, and that nobody told to end. */
function watchEnd(server: ServerProcess, onEnd: (error: Error) => void): ServerProcess {
  let isExpected = true;
  server.ready.then(
    () => {
      isExpected = false;
    },
    () => {},
  );
  void server.ended.then(({ code, stdout, stderr }) => {
    if (!isExpected)
      onEnd(new Error(`The server ended by itself with ${code}: ${stdout}${stderr.slice(-4_000)}`));
  });
  return {
    ...server,
    kill(signal) {
      isExpected = true;
      server.kill(signal);
    },
  };
}
