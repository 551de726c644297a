import { type FieldProps, TextFormField } from '#client/ui/form-field.tsx';

interface InviteeFieldProps extends FieldProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
}

/** Edits the email of someone to invite, for which browsers would suggest the user's own. */
export function InviteeField({ email, onChange, ...field }: InviteeFieldProps) {
  return (
    <TextFormField
      {...field}
      type="email"
      name="email"
      autoComplete="off"
      value={email}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
