import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

test('renders formatting on one line', () => {
  const markdown =
    '# Tides\n\nShows **high** and _low_\nwater.  \nAlways.\n\n- at sea\n- in port\n\n```\na\n  b\n```';
  expect(renderMarkdown(markdown)).toBe(
    '<h1>Tides</h1> <p>Shows <strong>high</strong> and <em>low</em><br> water.<br> Always.</p> ' +
      '<ul> <li>at sea</li> <li>in port</li> </ul> <pre><code>a<br>  b<br></code></pre>',
  );
  expect(renderMarkdown('[home](https://example.org) <mailto:help@example.org>')).toBe(
    '<p><a href="https://example.org">home</a> <a href="mailto:help@example.org">mailto:help@example.org</a></p>',
  );
  expect(renderMarkdown('  ')).toBe('');
});

test.each([
  ['a script', 'Hi\n\n<script>alert(1)</script>', '<p>Hi</p>'],
  ['attributes', 'a <b onclick="x()">b</b> <img src=x onerror=x()> c', '<p>a <strong>b</strong>  c</p>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>', ''],
  ['a style', '<style>p{}</style>\n\nx', '<p>x</p>'],
  ['a picture', '![spy](https://evil.example/spy.png)', '<p></p>'],
  ['a link that runs', '[x](javascript:alert(1))', '<p><a>x</a></p>'],
  ['a link that runs, in disguise', '[x](JaVa&#115;cript&colon;alert(1))', '<p><a>x</a></p>'],
  ['a link with data', '[x](data:text/html;base64,PHNjcmlwdD4=)', '<p><a>x</a></p>'],
  ['a link to an intent', '[x](intent://scan#Intent;end)', '<p><a>x</a></p>'],
  [
    'a title that breaks out',
    '[x](https://a.example "\\" onmouseover=x()")',
    '<p><a href="https://a.example">x</a></p>',
  ],
  [
    'an address that breaks out',
    '[x](<https://a.example/"onmouseover="x()>)',
    '<p><a href="https://a.example/%22onmouseover=%22x()">x</a></p>',
  ],
  ['a comment', '<!-- <script>x</script> -->', ''],
])('removes %s', (_what, markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

test.each([
  ['a description in HTML', '<p>One</p><ul><li>two</li></ul>', '<p>One</p> <ul> <li>two</li> </ul>'],
  ['single line breaks', 'a\nb *c\nd*', '<p>a<br> b <em>c<br> d</em></p>'],
  [
    'what only looks like HTML',
    'List<String> <p and q>\n\n<name>\nx <u>',
    '<p>List&#x3C;String> &#x3C;p and q></p> <p>&#x3C;name><br> x &#x3C;u></p>',
  ],
  [
    'line breaks in a quote and a list',
    '> a\n> b\n\n- c\n  d',
    '<blockquote> <p>a<br> b</p> </blockquote> <ul> <li>c<br> d</li> </ul>',
  ],
])('shows %s', (_what, markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html);
});

describe('a description that nests too deeply is shown verbatim', () => {
  test.each([
    ['quotes', '>'.repeat(4000), `<p>${'&gt;'.repeat(4000)}</p>`],
    ['lists', '1. '.repeat(1300).trim(), `<p>${'1. '.repeat(1300).trim()}</p>`],
    [
      'emphasis',
      `${'*'.repeat(90)}a${'*'.repeat(90)}\n& <b>\n\nc`,
      `<p>${'*'.repeat(90)}a${'*'.repeat(90)}<br> &#x26; &#x3C;b></p> <p>c</p>`,
    ],
    ['quotes in one of its lines', `**a** & <b>\r\n\r\nb\r\n${'> '.repeat(11)}c`, undefined],
  ])('%s', (_what, markdown, html = `<p>**a** &amp; &lt;b&gt;</p> <p>b<br>${'&gt; '.repeat(11)}c</p>`) => {
    expect(renderMarkdown(markdown)).toBe(html);
  });

  test('but not a line across the page, code, or ten lists in a list', () => {
    expect(renderMarkdown('a\n\n- - - - - - - - - - - - -\n\nb')).toBe('<p>a</p> <p>b</p>');
    expect(renderMarkdown('```\n                                x\n```')).toContain('<pre><code>');
    const lists = Array.from({ length: 10 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n');
    expect(renderMarkdown(lists).match(/<ul>/g)).toHaveLength(10);
  });

  test('and so is one whose HTML grows too long', () => {
    expect(renderMarkdown('<'.repeat(4000))).toBe(`<p>${'&lt;'.repeat(4000)}</p>`);
  });
});

test('returns only allowed elements for any input', () => {
  const pieces = [
    '<',
    '>',
    '"',
    "'",
    '`',
    '[x](',
    ')',
    '![',
    'javascript:',
    '<script>',
    '<svg onload=',
    '\n',
    '- ',
    '&lt;',
    'é',
    '\0',
  ];
  const hostile = array(oneof(constantFrom(...pieces), string()), { maxLength: 40 });
  const tag =
    /^<(\/?(p|strong|em|ul|ol|li|blockquote|code|pre|h[1-6])|br|\/?a|a href="(https?:|mailto:)?[^"<>]*")>$/;
  assert(
    property(hostile, (texts) => {
      const html = renderMarkdown(texts.join(''));
      for (const [found] of html.matchAll(/<[^>]*>?/g)) expect(found).toMatch(tag);
      expect(html).not.toContain('\n');
    }),
    { numRuns: 500 },
  );
});
