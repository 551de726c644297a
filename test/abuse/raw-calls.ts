import type { CallName } from '#shared/calls.ts';
import type { Person } from '#test/support/people.ts';

/** The expected response to a mistake in a body. */
export const REJECTED = { status: 400, error: { status: 'INVALID_ARGUMENT' } };

type Rejection = { status: string; message: string; details: { issues?: { path: string }[]; more?: number } };

/** Returns a function that sends a body to a call unchanged. */
export const sendRawAs =
  (person: Person) =>
  async (name: CallName, body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const response = await person.fetch(`us-central1/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: body as string,
    });
    const content = await response.text();
    const { error } = JSON.parse(content) as { error?: Rejection };
    return { status: response.status, size: content.length, error };
  };
