import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { tooltip } from '#client/ui/tooltip.ts';
import { Tooltips } from './tooltips.tsx';

function Page({ text = 'Today at noon' }: { text?: string | null }) {
  return (
    <>
      <time {...tooltip(text)}>now</time>
      <button type="button" {...tooltip('Deletes the app', { isDescription: false })}>
        Delete
      </button>
      <p>Elsewhere</p>
      <Tooltips />
    </>
  );
}

const shown = async () => (await screen.findByRole('tooltip', {}, { timeout: 3000 })).textContent;
const untilHidden = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());

test('a tooltip shows while the pointer is over the element or over the tooltip', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.hover(screen.getByText('now'));
  expect(await shown()).toBe('Today at noon');
  await user.hover(screen.getByText('Today at noon'));
  expect(await shown()).toBe('Today at noon');
  await user.hover(screen.getByText('Elsewhere'));
  await untilHidden();
});

test('a tooltip shows while its element has the focus, until Escape', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.tab();
  expect(await shown()).toBe('Deletes the app');
  await user.keyboard('{Escape}');
  await untilHidden();
  await user.tab({ shift: true });
  await user.tab();
  expect(await shown()).toBe('Deletes the app');
  await user.tab();
  await untilHidden();
});

test('a long press shows a tooltip for a moment, a tap does not', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const target = screen.getByText('now');
  await user.pointer([{ keys: '[TouchA]', target }]);
  await expect(screen.findByRole('tooltip', {}, { timeout: 900 })).rejects.toThrow('Unable to find');
  await user.pointer([{ keys: '[TouchA>]', target }]);
  expect(await shown()).toBe('Today at noon');
  await user.pointer([{ keys: '[/TouchA]', target }]);
  expect(await shown()).toBe('Today at noon');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull(), { timeout: 2500 });
});

test('a shown tooltip follows its text, and goes when there is none', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Page />);
  await user.hover(screen.getByText('now'));
  expect(await shown()).toBe('Today at noon');
  rerender(<Page text="Copied" />);
  await waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe('Copied'));
  rerender(<Page text={null} />);
  await untilHidden();
});

test('the text describes the element unless its name says the same', () => {
  render(<Page />);
  expect(screen.getByText('now').getAttribute('aria-description')).toBe('Today at noon');
  expect(screen.getByRole('button', { name: 'Delete' }).hasAttribute('aria-description')).toBe(false);
});
