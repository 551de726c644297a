import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInTheme } from '#test/support/render-component.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { MarkdownPreview } from './markdown-preview.tsx';

function Edited({
  text,
  lang = 'en-US',
  readOnly = false,
}: {
  text: string;
  lang?: string;
  readOnly?: boolean;
}) {
  const [value, setValue] = useState(text);
  return (
    <MarkdownField
      label="Description"
      help="Markdown."
      error={undefined}
      onChange={setValue}
      {...{ value, lang, readOnly }}
    />
  );
}

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });

/** Pastes behind the text; returns false when the field inserts something else than the clipboard's text. */
function paste(types: Readonly<Record<string, string>>): boolean {
  area().setSelectionRange(area().value.length, area().value.length);
  return fireEvent.paste(area(), { clipboardData: { getData: (type: string) => types[type] ?? '' } });
}

test('pasted HTML becomes Markdown', () => {
  renderInTheme(<Edited text="Tides. " />);
  const html = '<meta charset="utf-8"><p>Shows <b>ports</b>\n and</p><ul><li>depths</li></ul>';
  expect(paste({ 'text/html': html, 'text/plain': 'Shows ports and\ndepths' })).toBe(false);
  expect(area().value).toBe('Tides. Shows **ports** and\n\n* depths');
  expect(screen.getByRole('status').textContent).toBe('Pasted HTML became Markdown.');
  expect(paste({ 'text/plain': '<br>End' })).toBe(false);
  expect(area().value).toMatch(/depthsEnd$/);
  fireEvent.change(area(), { target: { value: 'Tides' } });
  expect(screen.getByRole('status').textContent).toBe('');
});

test.each([
  ['text', { 'text/plain': '**a** < b' }],
  [
    'what a code editor copies',
    { 'text/html': '<div style="color:red"><span>**a**</span></div>', 'text/plain': '**a**' },
  ],
])('%s is pasted as it is', (_what, types) => {
  renderInTheme(<Edited text="" />);
  expect(paste(types)).toBe(true);
});

test('HTML that is there is named, and converted on request', () => {
  renderInTheme(<Edited text="<b>Tides</b><br>and ports" />);
  expect(screen.getByRole('status').textContent).toContain('It’s shown and saved as Markdown.');
  fireEvent.click(screen.getByRole('button', { name: 'Convert to Markdown' }));
  expect(area().value).toBe('**Tides**\nand ports');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('people who can’t edit only see that it is HTML', () => {
  renderInTheme(<Edited text="<b>Tides</b>" readOnly />);
  expect(screen.getByRole('status').textContent).toContain('has HTML');
  expect(screen.queryByRole('button', { name: 'Convert to Markdown' })).toBeNull();
});

test.each([
  ['ar', 'rtl'],
  ['de', 'ltr'],
])('a text in %s is edited from its side', (lang, direction) => {
  renderInTheme(<Edited text="" lang={lang} />);
  expect([area().lang, area().dir]).toEqual([lang, direction]);
});

/* The same cases as those of the renderer for store clients. */
test.each([
  ['<p>One</p><ul><li>two</li></ul>', '<p>One</p> <ul> <li>two</li> </ul>'],
  ['a\nb *c\nd*', '<p>a<br> b <em>c<br> d</em></p>'],
  ['List<String> <p and q>', '<p>List&lt;String&gt; &lt;p and q&gt;</p>'],
  ['> a\n> b\n\n- c\n  d', '<blockquote> <p>a<br> b</p> </blockquote> <ul> <li>c<br> d</li> </ul>'],
])('the preview of %j is what clients show', (text, html) => {
  renderInTheme(
    <div data-testid="preview">
      <MarkdownPreview text={text} />
    </div>,
  );
  const shown = screen.getByTestId('preview').firstElementChild?.innerHTML ?? '';
  expect(shown.replaceAll(/\s*\n\s*/g, ' ').trim()).toBe(html);
});
