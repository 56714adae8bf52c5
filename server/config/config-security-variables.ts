import * as Type from 'typebox';

/** Variables for network access and vulnerability reports, in the format used by `config-variables.ts`. */
export const SECURITY_VARIABLES = {
  SECURITY_CONTACT: Type.String({
    description:
      'Contact for vulnerability reports, published at /.well-known/security.txt: an email address, or the https address of a form. Leave blank to use CONTACT_EMAIL; without either, the file is not served.',
    default: '',
    pattern: '^(https://[^\\s/]+\\S*|[^\\s@<>:]+@[^\\s@<>]+)$',
    maxLength: 500,
    write: 'an email address or an https address, such as security@example.com',
  }),
  ADMIN_ADDRESSES: Type.String({
    description:
      'Addresses and networks (CIDR), separated by commas, from which administrators may sign in and call the API, including with API tokens. Others get 403. Behind a proxy, also set TRUST_PROXY. The command line always works. Leave blank to allow any address.',
    default: '',
    maxLength: 4000,
    write: 'addresses or networks such as 203.0.113.7,10.0.0.0/8,2001:db8::/32',
  }),
  TRUST_PROXY: Type.String({
    description:
      'Addresses or networks of the proxies whose X-Forwarded-For is trusted, separated by commas. Leave blank to trust none.',
    default: '',
    maxLength: 4000,
    write: 'addresses such as 10.0.0.0/8,127.0.0.1',
  }),
  ALLOWED_ORIGINS: Type.String({
    description:
      'Origins of web clients that are served from elsewhere (VITE_API_HOST), separated by commas. Leave blank for none.',
    default: '',
    pattern: '^https?://[^\\s,/]+(,https?://[^\\s,/]+)*$',
    write: 'origins such as https://app.example.com',
  }),
};
