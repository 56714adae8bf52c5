import { expect, test } from 'vitest';
import { holdsRight, rightRefusal, type Standing } from './organisation-right.ts';
import type { StoredRole } from './role.ts';

const who = (role: StoredRole, standing: Standing = 'manager', isLinked = true) => ({ role, standing, isLinked });
const ALL = ['manager', 'advertiser', 'advertiser-manager', 'property', 'property-manager'] as const;
const rightsOf = (...person: Parameters<typeof who>) => ALL.filter((right) => holdsRight(right, who(...person)));

test('managers run their own kind of organization, viewers only read, and administrators may do both', () => {
  expect(rightsOf('advertiser')).toEqual(['manager', 'advertiser', 'advertiser-manager']);
  expect(rightsOf('advertiser', 'viewer')).toEqual(['advertiser']);
  expect(rightsOf('property')).toEqual(['manager', 'property', 'property-manager']);
  expect(rightsOf('property', 'viewer')).toEqual(['property']);
  expect(rightsOf('admin', 'viewer', false)).toEqual(ALL);
});

test('"no role" reads what administrators read and changes nothing, and a user without a customer has no rights', () => {
  expect(rightsOf('full', 'manager', false)).toEqual(['advertiser', 'property']);
  expect(rightsOf('unassigned', 'manager', false)).toEqual([]);
  expect(rightsOf('property', 'manager', false)).toEqual([]);
  expect(rightsOf('advertiser', 'manager', false)).toEqual([]);
});

test('a refusal names what is missing', () => {
  expect(rightRefusal('manager', who('property', 'viewer'))).toContain('Ask a manager');
  expect(rightRefusal('advertiser-manager', who('property'))).toBe(
    'Only managers of advertisers and administrators can do this.',
  );
  expect(rightRefusal('property', who('advertiser'))).toBe('Only outlet owners and administrators can do this.');
  expect(rightRefusal('manager', who('full', 'manager', false))).toContain('Only managers of customers');
  expect(rightRefusal('manager', who('unassigned', 'manager', false))).toContain('isn’t linked');
});
