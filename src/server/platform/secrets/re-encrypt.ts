import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import {
  ACCOUNT_EMAIL,
  decryptAtRest,
  encryptAtRest,
  idempotentCallLockName,
  MAIL_PASSWORD,
  testCredentialsLockName,
  webhookLockName,
} from './encryption.ts';

/** The secrets before and after. */
interface Secrets {
  readonly from: string;
  readonly to: string;
}

interface EncryptedColumn {
  readonly table: string;
  readonly id: { readonly column: string; readonly type: 'text' | 'bigint' | 'integer' };
  readonly column: string;
  /** Returns a value encrypted with the other secret. Throws when it can't be decrypted. */
  readonly change: (value: string, id: string, secrets: Secrets) => string | Promise<string>;
}

const textId = (column: string) => ({ column, type: 'text' }) as const;

/** Every column that is encrypted with the store's secret. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    table: 'store_keys',
    id: textId('purpose'),
    column: 'encrypted_private_key',
    change: (value, purpose, secrets) => changeAtRest(value, purpose, secrets),
  },
  {
    table: 'webhooks',
    id: textId('id'),
    column: 'encrypted_secret',
    change: (value, id, secrets) => changeAtRest(value, webhookLockName(id), secrets),
  },
  {
    table: 'idempotent_calls',
    id: textId('id'),
    column: 'encrypted_response',
    change: (value, id, secrets) => changeAtRest(value, idempotentCallLockName(id), secrets),
  },
  {
    table: 'outbox',
    id: { column: 'id', type: 'bigint' },
    column: 'encrypted_content',
    change: (value, _, secrets) => changeAtRest(value, ACCOUNT_EMAIL, secrets),
  },
  {
    table: 'store_mail',
    id: { column: 'id', type: 'integer' },
    column: 'encrypted_password',
    change: (value, _, secrets) => changeAtRest(value, MAIL_PASSWORD, secrets),
  },
  {
    table: 'test_credentials',
    id: textId('version_id'),
    column: 'encrypted_credentials',
    change: (value, versionId, secrets) => changeAtRest(value, testCredentialsLockName(versionId), secrets),
  },
  { table: 'auth_two_factors', id: textId('id'), column: 'secret', change: changeIdentity },
  { table: 'auth_two_factors', id: textId('id'), column: 'backup_codes', change: changeIdentity },
  {
    table: 'auth_jwks',
    id: textId('id'),
    column: 'private_key',
    change: async (value, id, secrets) =>
      JSON.stringify(await changeIdentity(JSON.parse(value) as string, id, secrets)),
  },
];

/** Values changed at a time. */
const BATCH = 500;

/** Numbers of values that were encrypted again, and of those that nobody can decrypt any more. */
interface Changed {
  readonly changed: number;
  readonly unreadable: number;
}

/** Encrypts everything in the database with another secret. Values that can't be decrypted stay as they are. */
export async function reencryptAll(tx: Tx, secrets: Secrets): Promise<Changed> {
  let total: Changed = { changed: 0, unreadable: 0 };
  for (const column of ENCRYPTED_COLUMNS) {
    const { changed, unreadable } = await reencryptColumn(tx, column, secrets);
    total = { changed: total.changed + changed, unreadable: total.unreadable + unreadable };
  }
  return total;
}

async function reencryptColumn(tx: Tx, of: EncryptedColumn, secrets: Secrets): Promise<Changed> {
  const [table, id, column] = [of.table, of.id.column, of.column].map((name) => sql.identifier(name));
  // A cursor sees the rows as they were when it was opened, so no row is changed twice.
  await tx.execute(sql`
    DECLARE encrypted NO SCROLL CURSOR FOR
    SELECT ${id}::text AS id, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`);
  let [changed, unreadable] = [0, 0];
  for (;;) {
    const { rows } = await tx.execute<{ id: string; value: string }>(
      sql`FETCH FORWARD ${sql.raw(String(BATCH))} FROM encrypted`,
    );
    if (rows.length === 0) break;
    const values = await changeValues(rows, of, secrets);
    const ids = sql.param([...values.keys()]);
    await tx.execute(sql`
      UPDATE ${table} AS t SET ${column} = v.value
      FROM unnest(${ids}::text[], ${sql.param([...values.values()])}::text[]) AS v (id, value)
      WHERE t.${id} = v.id::${sql.raw(of.id.type)}`);
    changed += values.size;
    unreadable += rows.length - values.size;
  }
  await tx.execute(sql`CLOSE encrypted`);
  return { changed, unreadable };
}

/** Returns the new values by id, without those that can't be decrypted. */
async function changeValues(
  rows: readonly { id: string; value: string }[],
  { change }: EncryptedColumn,
  secrets: Secrets,
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  for (const { id, value } of rows) {
    try {
      values.set(id, await change(value, id, secrets));
    } catch {
      // Its owner has to make it again, as with the earlier secret.
    }
  }
  return values;
}

function changeAtRest(value: string, name: string, { from, to }: Secrets): string {
  return encryptAtRest(decryptAtRest(value, { secret: from, name }), { secret: to, name });
}

/** Values of the identity provider have its own format. */
async function changeIdentity(value: string, _: string, { from, to }: Secrets): Promise<string> {
  return symmetricEncrypt({ key: to, data: await symmetricDecrypt({ key: from, data: value }) });
}
