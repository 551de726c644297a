import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, Suspense } from 'react';

interface PageTabsProps<Name extends string> {
  /** What the tabs are parts of, for screen readers. */
  readonly label: string;
  readonly current: Name;
  readonly tabs: readonly { readonly name: Name; readonly label: string; readonly href: string }[];
}

/** The parts of a page, each with an address of its own; goes into the `tabs` of `Page`, with a `TabPanel` below. */
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
  /** Shown while the part's bundle is on its way. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** The content of the chosen tab, which may be loaded lazily. */
export function TabPanel({ current, fallback, children }: TabPanelProps) {
  return (
    <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Box>
  );
}
