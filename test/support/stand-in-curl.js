#!/usr/bin/env node
// Makes the request of a curl command, for machines without curl. Fails on an option that it doesn't know.
import { appendFileSync, readFileSync } from 'node:fs';

const request = { method: undefined, url: '', headers: [], body: undefined };
const words = process.argv.slice(2);
const options = {
  '-X': (value) => (request.method = value),
  '-H': (value) => request.headers.push(value.split(/: (.*)/s, 2)),
  '-d': (value) => (request.body = value),
  '--data-binary': (value) => (request.body = readFileSync(value.replace(/^@/, ''))),
};
const flags = new Set(['-s', '-sS', '--fail-with-body']);
while (words.length > 0) {
  const word = words.shift();
  if (word in options) options[word](words.shift());
  else if (word.startsWith('http')) request.url = word;
  else if (!flags.has(word)) throw new Error(`The stand-in for curl doesn’t know ${word}.`);
}
const { url, headers, body, method = body === undefined ? 'GET' : 'POST' } = request;
const response = await fetch(url, { method, headers, body });
process.stdout.write(await response.text());
appendFileSync(process.env.CURL_LOG, `${method} ${response.status}\n`);
if (!response.ok) process.exitCode = 22;
