import * as Type from 'typebox';

/** Variables for network access and vulnerability reports, in the format used by `config-variables.ts`. */
export const SECURITY_VARIABLES = {
  SECURITY_CONTACT: Type.String({
    description:
      'Where people report vulnerabilities, published at /.well-known/security.txt: an e-mail address, or an https address of a form. Empty: CONTACT_EMAIL; without either the file is not served.',
    default: '',
    pattern: '^(https://[^\\s/]+\\S*|[^\\s@<>:]+@[^\\s@<>]+)$',
    maxLength: 500,
    write: 'an e-mail address or an https address, such as security@example.com',
  }),
  ADMIN_ADDRESSES: Type.String({
    description:
      'Addresses and networks (CIDR), separated by commas, from which administrators may sign in and call the API, also with API tokens. Everyone else gets 403. Behind a proxy set TRUST_PROXY as well. The command line always works. Empty: any address.',
    default: '',
    maxLength: 4000,
    write: 'addresses or networks such as 203.0.113.7,10.0.0.0/8,2001:db8::/32',
  }),
  TRUST_PROXY: Type.String({
    description: 'Addresses or networks of the proxies whose X-Forwarded-For counts, separated by commas. Empty: none.',
    default: '',
    maxLength: 4000,
    write: 'addresses such as 10.0.0.0/8,127.0.0.1',
  }),
  ALLOWED_ORIGINS: Type.String({
    description: 'Origins of web clients served from elsewhere (VITE_API_HOST), separated by commas. Empty: none.',
    default: '',
    pattern: '^https?://[^\\s,/]+(,https?://[^\\s,/]+)*$',
    write: 'origins such as https://app.example.com',
  }),
};
