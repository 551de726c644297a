import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SizeField } from './size-field.tsx';

function Shown({ initial }: { initial: number | null }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <SizeField label="Storage" value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Storage');
const stored = () => screen.getByRole('status').textContent;

test('shows a large size in GiB, and stores whole MiB', async () => {
  render(<Shown initial={51_200} />);
  expect(field().value).toBe('50');
  await userEvent.clear(field());
  expect(stored()).toBe('null');
  await userEvent.type(field(), '2.5');
  expect([field().value, stored()]).toEqual(['2.5', '2560']);
});

test('shows a small size in MiB, and converts it to the chosen unit', async () => {
  render(<Shown initial={256} />);
  expect(field().value).toBe('256');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit of Storage' }), 'GiB');
  expect([field().value, stored()]).toEqual(['0.25', '256']);
});
