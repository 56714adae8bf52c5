import type { Mutant } from './mutant.ts';

/**
 * Mutants of the rules about a person's rights after moving between organizations, lookalike addresses, sealed copies,
 * and allowed addresses.
 */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    line: ".where('saved_reports.customer_id', customerId === null ? 'is' : '=', customerId);",
    becomes: ';',
    tests: 'reports/moved-person.test',
  },
  {
    line: 'const mayMakerMail = maker?.mayTell === true && maker.customerId === customerId;',
    becomes: 'const mayMakerMail = maker?.mayTell === true;',
    tests: 'reports/moved-person.test',
  },
  {
    line: 'if (reader === undefined || !isOfItsOrganization(reader)) await note(needs, schedule, userId, MAY_NOT_READ);',
    becomes: 'if (reader === undefined) await note(needs, schedule, userId, MAY_NOT_READ);',
    tests: 'reports/moved-person.test',
  },
  {
    line: 'if (diff.disabled?.after === 1 || diff.customer_id) await revokeApiTokensOf(tx, [user.id], nowMs);',
    becomes: 'if (diff.disabled?.after === 1) await revokeApiTokensOf(tx, [user.id], nowMs);',
    tests: 'reports/moved-person.test',
  },
  {
    line: 'refuseViewer(request);',
    becomes: '',
    tests: 'users/view-as.test',
  },
  {
    line: 'else if (key !== stored?.email_key && isLookalikeEmail(key)) faults.email = LOOKALIKE_EMAIL;',
    becomes: '',
    tests: 'testing/lookalike-emails.test',
  },
  {
    line: 'nonce[11] = isLast ? 1 : 0;',
    becomes: 'nonce[11] = 0;',
    tests: 'copies/sealed-stream.test',
  },
  {
    line: 'nonce.writeUIntBE(at, 5, 6);',
    becomes: 'nonce.writeUIntBE(0, 5, 6);',
    tests: 'copies/sealed-stream.test',
  },
  {
    line: 'if (noted === undefined || audit?.hash === noted) return;',
    becomes: 'return;',
    tests: 'copies/signed-backup.test',
  },
  {
    line: '(digest === null || (await readDigest(engine, part)) === (await digest(part)));',
    becomes: 'true;',
    tests: 'copies/interrupted-copy.test',
  },
  {
    line: 'if (done.has(partKey(part)) && (await patiently(isKept))) kept.push(part);',
    becomes: 'if (done.has(partKey(part))) kept.push(part);',
    tests: 'copies/interrupted-copy.test',
  },
  {
    line: 'if (!trustUnsigned) throw unsigned(place);',
    becomes: '',
    tests: 'copies/signed-backup.test',
  },
  {
    line: "if (role === 'admin' || viewer !== null) requireAdminAddress(ip, adminAddresses);",
    becomes: "if (role === 'admin') requireAdminAddress(ip, adminAddresses);",
    tests: 'testing/allowed-addresses.test',
  },
  {
    line: 'if (token !== null && token.addresses.length > 0 && !isInAddressList(ip, token.addresses))',
    becomes: 'if (false)',
    tests: 'testing/allowed-addresses.test',
  },
  {
    line: 'requireAllowedAddress(caller, request.ip, config.adminAddresses);',
    becomes: '',
    tests: 'testing/allowed-addresses.test',
  },
  {
    line: 'requireAllowedAddress(caller, ip, config.adminAddresses);',
    becomes: '',
    tests: 'testing/allowed-addresses.test',
  },
  {
    line: 'await refuseElsewhere(user, ip);',
    becomes: '',
    tests: 'testing/allowed-addresses.test',
  },
  {
    line: 'await refuseElsewhere(user, client.ip);',
    becomes: '',
    tests: 'testing/allowed-addresses.test',
  },
];
