import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { z } from 'zod';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { calls } from '#shared/calls.ts';
import { t } from '#shared/languages/translate.ts';
import { callRequest, curlText, REFERENCE, type ReferenceCall } from './examples.ts';
import { type JsonSchema, typeText } from './type-text.ts';

export interface CallReferenceProps {
  readonly name: ReferenceCall;
  readonly baseUrl: string;
}

function schemaText(schema: z.ZodType, io: 'input' | 'output'): string {
  return typeText(z.toJSONSchema(schema, { io }) as JsonSchema);
}

/** Shows one call: its purpose, input, output, errors, and an example command. */
export function CallReference({ name, baseUrl }: CallReferenceProps) {
  const contract = calls[name];
  return (
    <Accordion
      disableGutters
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon aria-hidden />}>
        <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
          <Box component="code" sx={{ fontWeight: 600 }}>
            {name}
          </Box>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {REFERENCE[name].does}
          </Typography>
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        <Typography variant="body2">
          {contract.access === 'developer'
            ? t`For developers and admins.`
            : t`For the app’s owner and admins.`}
          {contract.errors.length > 0 && t` Errors specific to this call: ${contract.errors.join(', ')}.`}
        </Typography>
        <CodeBlock code={curlText(callRequest(baseUrl, name))} label={t`Command`} />
        <CodeBlock code={schemaText(contract.input, 'input')} label="data" />
        <CodeBlock code={schemaText(contract.output, 'output')} label="result" />
      </AccordionDetails>
    </Accordion>
  );
}
