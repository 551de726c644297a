import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToMarkdown, htmlToText } from './html.ts';
import { isHtml } from './html-tags.ts';

test.each([
  ['paragraphs and line breaks', '<p>One</p>\n\n<p>Two<br/>three</p>', 'One\n\nTwo\nthree'],
  ['single line breaks', '<b>Tides</b>\nat sea<br>\nin port\n\nNext', '**Tides**\nat sea\nin port\n\nNext'],
  ['a list', '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\nEnd', '* one\n* two\n\nEnd'],
  ['a list without end tags', '<ol start="3"><li>one<li>two</ol>', '3. one\n4. two'],
  ['a nested list', '<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>', '* one\n  * two\n* three'],
  ['a list in a list', '<ol><li>one</li><ul><li>two</li></ul></ol>', '1. one\n   * two'],
  ['items without a list', '<li>one</li>\n<li>two</li>\n\nEnd', '* one\n* two\n\nEnd'],
  ['several paragraphs in an item', '<ul><li><p>a</p><p>b</p></li></ul>', '* a\n\n  b'],
  ['bold and italic', '<strong>a</strong> <em>b</em> <b><i>c</i></b>', '**a** *b* ***c***'],
  ['formatting side by side', '<b>a</b><b>b</b><i>c</i>', '**ab**_c_'],
  ['formatting across paragraphs', '<b>a<br><br>b</b>', '**a**\n\n**b**'],
  ['spaces in formatting', 'a<b> b </b>c', 'a **b** c'],
  ['formatting that crosses', '<b>a<i>b</b>c</i>', 'a*b*_c_'],
  ['formatting that Markdown can’t show', 'x<b>"y"</b>z <b>5*3</b>', 'x"y"z 5*3'],
  ['underlined and struck text', '<u>a</u> <s>b</s> <font color="red">c</font>', 'a b c'],
  [
    'a link',
    '<a href="https://x.example/a_(b)?c&amp;d"><b>here</b></a>',
    '[**here**](https://x.example/a_%28b%29?c&d)',
  ],
  ['an address as a link', '<a href="https://x.example/">https://x.example</a>', '<https://x.example/>'],
  ['an email address as a link', "<a href='mailto:a@x.example'>a@x.example</a>", '<mailto:a@x.example>'],
  ['brackets in a link', '<a href=https://x.example>[1]</a>', '[\\[1\\]](https://x.example)'],
  ['headings', '<h1>A\nb</h1><h6>C</h6>d', '# A b\n\n###### C\n\nd'],
  ['a quote', '<blockquote>a<br>b</blockquote>c', '> a\n> b\n\nc'],
  ['code', '<code>a &lt; `b`</code> <tt>c</tt>', '`` a < `b` `` `c`'],
  ['preformatted text', '<pre>a\n  b &amp; c</pre>d', '```\na\n  b & c\n```\n\nd'],
  ['entities', '<p>a &amp; b &lt;3 &#8211; &#x2014; &uuml; &nbsp;&bogus;</p>', 'a & b <3 – — ü  &bogus;'],
  ['escaped tags', '<p>Use &lt;b&gt; and &amp;lt; and &#42;x&#42;</p>', 'Use \\<b> and &amp;lt; and \\*x\\*'],
  ['a table', '<table><tr><th>A</th><td>B</td></tr><tr><td>C</td></tr></table>', 'A B\nC'],
  [
    'Markdown among HTML',
    '<b>New</b>\n- *one*\n  - `<b>`\n\n```\n<p>\n```',
    '**New**\n- *one*\n  - `<b>`\n\n```\n<p>\n```',
  ],
  ['comments and pictures', '<!-- no -->a<img src="x.png"><hr>b', 'a\n\nb'],
  ['what looks like a tag', '<p>Map<K, List<String>>, 1 < 2</p>', 'Map<K, List<String>>, 1 < 2'],
])('converts %s', (_what, html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
  expect(htmlToMarkdown(markdown)).toBe(markdown);
});

test.each([
  'Two\nlines\n\n* point\n  * point\n',
  'a < b, c > d, <3, AT&T, AT&amp;T, &lt;b&gt;',
  'List<String>, Map<K, V> and <name>; cp <source> <target>',
  'press <b> or <p and q>',
  '`List<b></b>` and ``<br>`` and \\<br>',
  '```html\n<p>x</p>\n```\n\n~~~\n<br>\n~~~',
  '<https://x.example> <a@x.example> [x](https://y.example)',
  '**bold** _italic_ <!DOCTYPE',
  '',
])('keeps %j', (text) => {
  expect(isHtml(text)).toBe(false);
  expect(htmlToMarkdown(text)).toBe(text);
  expect(htmlToText(text)).toBe(text);
});

describe('hostile HTML', () => {
  test.each([
    ['scripts and styles', 'a<script>alert("<b>")</script><style>p{}</style><iframe src=x>y</iframe>b', 'ab'],
    ['a script without an end', '<p>a</p><script>b', 'a\n\nb'],
    ['attributes', '<p onclick="x()" style=\'y\'>a</p><svg onload=x><p>b</svg>', 'a'],
    [
      'links that run',
      '<a href="javascript:x">a</a><a href=" java&#10;script:x">b</a><a href="data:x">c</a>',
      'abc',
    ],
    [
      'links that break out',
      '<a href="https://x.example/>)](javascript:x) ">a</a>',
      '[a](https://x.example/%3E%29]%28javascript:x%29)',
    ],
    ['tags made of others', '<p></p><<i></i>script>x<</i>/script>', '\\<script>x\\</script>'],
    ['end tags alone', 'a</b></p></ul></li></blockquote>b', 'a\n\nb'],
  ])('loses %s', (_what, html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown);
    expect(isHtml(markdown)).toBe(false);
  });

  test.each([
    '<b>',
    '<ul><li>',
    '<a href="',
    '<blockquote>x',
    '`<p>',
    '<!--',
    '<script>',
    '<i><b>a</i></b>',
    '<b>\n\n</b>',
    '<pre>`',
    '\\<p>',
  ])('takes little time and room: %j', (part) => {
    const html = `<p>x</p>${part.repeat(100_000 / part.length)}`;
    const start = performance.now();
    const markdown = htmlToMarkdown(html);
    expect(htmlToMarkdown(markdown)).toBe(markdown);
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(markdown.length).toBeLessThan(html.length * 8);
  });
});

test('converting any text twice changes nothing', () => {
  const pieces =
    '<b> </b> <p> </p> <li> </li> <ul> </ul> <a\u00a0href="x"> </a> <code> </code> <pre> </pre> <br> <!-- --> <i </i> < > ` ``` ~~~ * _ \\ & &lt; &amp; a " \' <script> </script> <blockquote>'
      .split(' ')
      .map((piece) => piece.replace('\u00a0', ' '));
  const texts = array(oneof(constantFrom(...pieces, '\n', '\n\n', ' ', '    '), string()), { maxLength: 40 });
  assert(
    property(texts, (parts) => {
      const markdown = htmlToMarkdown(parts.join(''));
      expect(htmlToMarkdown(markdown)).toBe(markdown);
      expect(isHtml(markdown)).toBe(false);
      const text = htmlToText(parts.join(''));
      expect(htmlToText(text)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['<ul><li>Faster</li><li><b>New</b>: tides &amp; ports</li></ul>', '• Faster\n• New: tides & ports'],
  [
    '<p>See <a href="https://x.example">the page</a>.</p><h2>Fixed</h2>a<br>b',
    'See the page (https://x.example).\n\nFixed\n\na\nb',
  ],
  ['<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
  ['<p>&lt;b&gt;x&lt;/b&gt;</p>', '&lt;b>x&lt;/b>'],
])('release notes %j become %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
  expect(htmlToText(text)).toBe(text);
});

test('a clipboard’s line breaks and styles are those of its program', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal"><p dir="ltr"><span style="font-weight:700">Tides</span>\n and   <o:p></o:p>ports</p></b>';
  expect(htmlToMarkdown(html, { isDocument: true })).toBe('**Tides** and ports');
});
