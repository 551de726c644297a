import { expect, test } from 'vitest';
import { createReceivers, mailReceiver } from './receivers.ts';

test.each([
  ['a@gmail.com', 'gmail.com'],
  ['a@Mail.Example.ORG', 'example.org'],
  ['a@x.y.z.evil.example', 'evil.example'],
  ['a@shop.co.uk', 'shop.co.uk'],
  ['a@mail.shop.co.uk', 'shop.co.uk'],
  ['"a@b"@example.org', 'example.org'],
  ['a@localhost', 'localhost'],
])('mail for %s is received by %s', (email, receiver) => {
  expect(mailReceiver(email)).toBe(receiver);
});

test('a receiver gets more at once after it accepted a delivery, until one fails', () => {
  const receivers = createReceivers({ untrusted: 1, trusted: 3, allUntrusted: 2 });
  const unknown = [
    { key: 'receiver a', limit: 1 },
    { key: 'untrusted', limit: 2 },
  ];
  expect(receivers.lanesOf('a')).toEqual(unknown);
  receivers.trust('a');
  expect(receivers.lanesOf('a')).toEqual([{ key: 'receiver a', limit: 3 }]);
  receivers.distrust('a');
  expect(receivers.lanesOf('a')).toEqual(unknown);
});
