import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Listener, listen } from '#test/support/event-stream.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpPerson, setUpServer } from '#test/support/set-up.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { startAttackedServer } from './server.ts';

/** Returns the apps whose changes a stream has delivered, in order. */
export const appsIn = ({ events }: Listener) =>
  events.flatMap(({ event, data }) =>
    event === 'changes' && typeof data['appId'] === 'string' ? [data['appId']] : [],
  );

/** Starts a server for the tests of a file, with its first admin and ways to create others with roles. */
export function setUpRoles() {
  const server = setUpServer(() => startAttackedServer());
  const admin = setUpPerson(() => server.admin());
  let count = 0;

  const newPerson = (name: string, intent?: 'browse') => {
    count += 1;
    return server.onboard(`${name}${count}@example.org`, intent);
  };
  const setRole = (person: Person, role: 'user' | 'developer' | 'admin') =>
    admin.call('users.setRole', { uid: person.uid, role });
  const newAdmin = async (name: string): Promise<Person> => {
    const person = await newPerson(name, 'browse');
    await setRole(person, 'admin');
    return person;
  };
  const newApp = (owner: Person) => createOwnApp(server, { owner });
  const submit = async (by: Person, app: OwnApp, fixture?: string): Promise<string> => {
    const { id: versionId } = await uploadVersion(by, app.appId, app.build(fixture));
    await by.call('versions.submit', { versionId });
    return versionId;
  };
  const addMember = (appId: string, person: Person, role: string) =>
    server.pool.query('INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, $3)', [
      appId,
      person.uid,
      role,
    ]);

  /** Opens a person's event stream and waits until it delivers events. */
  const openStream = async (person: Person): Promise<Listener> => {
    const listener = await listen(server.url, person);
    await expect.poll(() => listener.events.length).toBeGreaterThan(0);
    return listener;
  };
  /** Creates an app, and waits until the first admin's stream has it: then all streams have it. Returns its id. */
  const causeEvents = async (): Promise<string> => {
    const witness = await openStream(admin);
    const { appId } = await newApp(await newPerson(`publisher-${randomUUID().slice(0, 8)}-`));
    await expect.poll(() => appsIn(witness)).toContain(appId);
    witness.close();
    return appId;
  };
  return { server, admin, newPerson, setRole, newAdmin, newApp, submit, addMember, openStream, causeEvents };
}
