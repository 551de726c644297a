/** The ways in which the connection to a mail server is secured: from its start, after a greeting, or not at all. */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** The usual port of each (RFC 8314; plain relays listen on port 25). */
export const MAIL_PORTS: Readonly<Record<MailSecurity, number>> = { tls: 465, starttls: 587, none: 25 };
