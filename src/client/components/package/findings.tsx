import ErrorIcon from '@mui/icons-material/Error';
import InfoIcon from '@mui/icons-material/Info';
import WarningIcon from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ElementType } from 'react';
import { type Tone, toneColor } from '#client/ui/tone.ts';
import { t } from '#shared/languages/translate.ts';
import {
  guideSectionOf,
  type ReportedFinding,
  type Severity,
  type StoredFinding,
} from '#shared/packages/finding.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';

const STYLES: Record<Severity, { label: string; icon: ElementType; tone: Tone }> = {
  error: { label: t`Must be fixed`, icon: ErrorIcon, tone: 'error' },
  warning: { label: t`Warning`, icon: WarningIcon, tone: 'warning' },
  info: { label: t`Info`, icon: InfoIcon, tone: 'info' },
};

function FindingCard({ finding }: { finding: ReportedFinding }) {
  const { label, icon: Icon, tone } = STYLES[finding.severity];
  return (
    <Paper component="li" sx={{ p: 2, display: 'flex', gap: 1.5 }}>
      <Icon aria-hidden sx={toneColor(tone)} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography component="p" variant="caption" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {finding.title}
        </Typography>
        <Box
          component="pre"
          sx={{
            my: 1,
            px: 1.5,
            py: 1,
            borderRadius: 1,
            bgcolor: 'action.hover',
            fontFamily: 'monospace',
            fontSize: '0.8125rem',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {finding.evidence}
        </Box>
        <Typography variant="body2">
          {finding.fix}{' '}
          <Link
            href={guideSectionOf(finding)}
            target="_blank"
            rel="noopener"
            aria-label={t`Learn more: ${finding.title}`}
          >
            {t`Learn more`}
          </Link>
        </Typography>
      </Box>
    </Paper>
  );
}

const WEIGHT: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Lists the findings of a package, most severe first: title, evidence, fix. */
export function FindingCards({ findings }: { findings: readonly StoredFinding[] }) {
  const described = findings.map(describeFinding);
  const sorted = described.toSorted((one, other) => WEIGHT[one.severity] - WEIGHT[other.severity]);
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
      {sorted.map((finding) => (
        <FindingCard key={`${finding.rule} ${finding.evidence}`} finding={finding} />
      ))}
    </Box>
  );
}
