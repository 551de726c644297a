import { Client, type ClientConfig } from 'pg';

/**
 * Settings under which databases of every version write the same rows as the same text, and which let a copy take its time.
 * With `row_security` off, a policy that would hide rows is an error instead.
 */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  bytea_output: 'hex',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  row_security: 'off',
};

/** A connection for copying whole tables. */
export interface CopyClient extends AsyncDisposable {
  readonly client: Client;
}

/** Opens a connection for copying whole tables. */
export async function openCopyClient(connection: ClientConfig): Promise<CopyClient> {
  const client = new Client({ ...connection, application_name: 'quayside-admin', keepAlive: true });
  // The statement on a lost connection gets the error; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query('SELECT set_config(key, value, false) FROM json_each_text($1)', [
    JSON.stringify(SETTINGS),
  ]);
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
