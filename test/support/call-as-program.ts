interface ProgramCall {
  readonly name: string;
  readonly data: object;
}

/** Makes a call as a program with an API token; without one as anybody. Returns its status, and its result or error. */
export async function callAsProgram(
  { url }: { readonly url: string },
  secret: string | null,
  { name, data }: ProgramCall,
) {
  const response = await fetch(`${url}us-central1/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(secret !== null && { Authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({ data }),
  });
  const body = await response.json();
  return { status: response.status, result: body.result, error: body.error };
}
