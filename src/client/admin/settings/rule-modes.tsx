import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { t } from '#shared/languages/translate.ts';
import { type CatalogueRule, RULE_GROUPS } from '#shared/packages/rules/catalogue.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';

type Modes = StoreSettings['rules'];
type Mode = Modes[string];

interface RuleModesProps {
  /** By the rule's id; rules without an entry are enforced. */
  readonly modes: Modes;
  readonly onChange: (modes: Modes) => void;
}

/** Shows every package rule with its mode in this store. */
export function RuleModes({ modes, onChange }: RuleModesProps) {
  function change(id: string, mode: Mode) {
    const { [id]: _, ...others } = modes;
    onChange(mode === 'enforce' ? others : { ...others, [id]: mode });
  }

  return (
    <>
      <Typography variant="body2" sx={{ mb: 2, maxWidth: 640, color: 'text.secondary' }}>
        {t`Enforced rules block uploads. Warn-only rules warn the publisher and the reviewer. Rules that are off do nothing. Changes apply to packages inspected from now on.`}
      </Typography>
      {RULE_GROUPS.map(({ title, rules }) => {
        const loose = rules.filter(({ id }) => id in modes).length;
        return (
          <Accordion
            key={title}
            disableGutters
            slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
          >
            <AccordionSummary expandIcon={<ExpandMoreIcon aria-hidden />}>
              <Typography component="span" sx={{ fontWeight: 500 }}>
                {title}
              </Typography>
              <Typography component="span" variant="body2" sx={{ ml: 1, color: 'text.secondary' }}>
                {loose === 0 ? t`${rules.length} rules` : t`${rules.length} rules, ${loose} not enforced`}
              </Typography>
            </AccordionSummary>
            <AccordionDetails>
              <Box component="ul" sx={{ m: 0, p: 0, display: 'grid', gap: 2, listStyle: 'none' }}>
                {rules.map((rule) => (
                  <RuleModeRow
                    key={rule.id}
                    rule={rule}
                    mode={modes[rule.id] ?? 'enforce'}
                    onChange={(mode) => change(rule.id, mode)}
                  />
                ))}
              </Box>
            </AccordionDetails>
          </Accordion>
        );
      })}
    </>
  );
}

interface RuleModeRowProps {
  readonly rule: CatalogueRule;
  readonly mode: Mode;
  readonly onChange: (mode: Mode) => void;
}

function RuleModeRow({ rule: { id, title, fix, isAlwaysEnforced }, mode, onChange }: RuleModeRowProps) {
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {fix}
        </Typography>
        <Typography variant="caption" component="code" sx={{ overflowWrap: 'anywhere' }}>
          {id}
        </Typography>
      </Box>
      {isAlwaysEnforced ? (
        <Typography variant="body2" sx={{ py: 1, color: 'text.secondary' }}>
          {t`Always enforced`}
        </Typography>
      ) : (
        <NativeSelect
          value={mode}
          onChange={(event) => onChange(event.target.value as Mode)}
          input={<OutlinedInput size="small" />}
          slotProps={{ input: { 'aria-label': `${title} (${id})` } }}
        >
          <option value="enforce">{t`Enforce`}</option>
          <option value="observe">{t`Warn only`}</option>
          <option value="off">{t`Off`}</option>
        </NativeSelect>
      )}
    </Box>
  );
}
