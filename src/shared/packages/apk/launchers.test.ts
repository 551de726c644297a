import { describe, expect, test } from 'vitest';
import type { TestElement, TestType } from '#test/support/resource-files.ts';
import {
  at,
  element,
  factsOf,
  flag,
  inspectParts,
  launcher,
  type Parts,
  sensitiveChanges,
} from '#test/support/resource-packages.ts';

describe('an entry in the launcher', () => {
  const strings = ['Harbour', 'Mybank', 'Meine Bank', 'res/a.png', 'res/b.png'];
  const files = { 'res/a.png': Uint8Array.of(1), 'res/b.png': Uint8Array.of(2) };
  const types: TestType[] = [
    { id: 1, entries: [0, 1] },
    { id: 1, config: { locale: 'de' }, entries: [null, 2] },
    { id: 2, entries: [3, 4] },
  ];
  const withEntries = (...activities: TestElement[]): Parts => ({
    application: { label: at(0), icon: at(0, 2) },
    activities,
    strings,
    types,
    files,
  });
  const names = { de: 'Meine Bank', default: 'Mybank' };

  test('is left out when it shows what the app does', async () => {
    const same = launcher('activity', { name: '.Main', label: at(0), icon: at(0, 2) });
    expect((await factsOf(withEntries(same, launcher('activity', { name: '.Other' })))).launchers).toEqual(
      [],
    );
  });

  test.each<[string, TestElement[], string]>([
    ['an activity', [launcher('activity', { name: '.Main', label: at(1) })], 'org.example.a.Main'],
    [
      'an activity of a television',
      [launcher('activity', { name: '.Tv', label: at(1) }, { category: 'LEANBACK_LAUNCHER' })],
      'org.example.a.Tv',
    ],
    [
      'an alias that is disabled',
      [launcher('activity-alias', { name: 'Alias', label: at(1), enabled: flag(false) })],
      'org.example.a.Alias',
    ],
    [
      'an alias of an activity',
      [
        element('activity', { name: '.Main', label: at(1) }),
        launcher('activity-alias', { name: '.Alias', targetActivity: 'org.example.a.Main' }),
      ],
      'org.example.a.Alias',
    ],
    [
      'an intent filter',
      [launcher('activity', { name: '.Main' }, { filter: { label: at(1) } })],
      'org.example.a.Main',
    ],
  ])('with another name is listed with all its names: %s', async (_, activities, name) => {
    const facts = await factsOf(withEntries(...activities));
    expect(facts.label).toBe('Harbour');
    expect(facts.launchers).toEqual([{ name, labels: names, iconFilesSha256: null }]);
  });

  test('with another icon is listed', async () => {
    const facts = await factsOf(withEntries(launcher('activity', { name: '.Main', icon: at(1, 2) })));
    expect(facts.launchers).toEqual([
      { name: 'org.example.a.Main', labels: {}, iconFilesSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test('is a sensitive change in its name or icon', async () => {
    const before = withEntries(launcher('activity', { name: '.Main' }));
    const label = withEntries(launcher('activity', { name: '.Main', label: at(1) }));
    const icon = withEntries(launcher('activity', { name: '.Main', icon: at(1, 2) }));
    expect(await sensitiveChanges(before, label)).toEqual([
      'launcherLabels org.example.a.Main de',
      'launcherLabels org.example.a.Main default',
    ]);
    expect(await sensitiveChanges(before, icon)).toEqual(['launcherIcons org.example.a.Main']);
    expect(await sensitiveChanges(label, before)).toHaveLength(2);
  });

  test('beyond the limit is an error', async () => {
    const many = Array.from({ length: 101 }, (_, index) =>
      launcher('activity', { name: `.A${index}`, label: at(1) }),
    );
    const { facts, findings } = await inspectParts(withEntries(...many));
    expect(facts?.launchers).toHaveLength(100);
    expect(findings).toMatchObject([{ rule: 'too-much', severity: 'error' }]);
  });
});
