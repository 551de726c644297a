import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ComponentType, type ReactNode, Suspense } from 'react';

interface PageTab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly href: string;
}

interface PagePart<Props> {
  readonly label: string;
  readonly Part: ComponentType<Props>;
}

/** Returns the part of a page that its address asks for, else the first one, and the tabs of all parts. */
export function choosePart<Name extends string, Props>(
  parts: Readonly<Record<Name, PagePart<Props>>>,
  asked: string | null,
  hrefOf: (name: Name) => string,
) {
  const tabs = (Object.keys(parts) as Name[]).map(
    (name): PageTab<Name> => ({ name, label: parts[name].label, href: hrefOf(name) }),
  );
  const { name: current } = tabs.find(({ name }) => name === asked) ?? (tabs[0] as PageTab<Name>);
  return { current, tabs, Part: parts[current].Part };
}

interface PageTabsProps<Name extends string> {
  /** The name of the tab list for screen readers. */
  readonly label: string;
  readonly current: Name;
  readonly tabs: readonly PageTab<Name>[];
}

/** Shows the parts of a page with their own addresses; belongs into the `tabs` of `Page`, with a `TabPanel` below. */
export function PageTabs<Name extends string>({ label, current, tabs }: PageTabsProps<Name>) {
  return (
    <Tabs value={current} variant="scrollable" scrollButtons={false} aria-label={label}>
      {tabs.map((tab) => (
        <Tab
          key={tab.name}
          value={tab.name}
          label={tab.label}
          href={tab.href}
          id={`tab-${tab.name}`}
          aria-controls="tab-panel"
          sx={{ minWidth: 0, px: { xs: 1.25, sm: 2 } }}
        />
      ))}
    </Tabs>
  );
}

interface TabPanelProps {
  /** The name of the tab it belongs to. */
  readonly current: string;
  /** Shown while the part's bundle is loading. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows the content of the selected tab, which may load lazily. */
export function TabPanel({ current, fallback, children }: TabPanelProps) {
  return (
    <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Box>
  );
}
