import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pageChunks } from './page-chunks.ts';

const IMPORTS: Record<string, readonly string[]> = {
  'web/main.tsx': ['web/lib/session.ts', 'web/lib/paths.ts'],
  'web/lib/session.ts': [],
  'web/app/begin-at-login.tsx': ['web/lib/session.ts', 'web/ui/logo.tsx', 'web/features/auth/login-page.tsx'],
  'web/app/shell/shell.tsx': ['web/ui/logo.tsx', 'web/ui/lazy-component.tsx', 'contract/notices.ts'],
  'contract/notices.ts': ['contract/csv-columns.ts'],
  'web/features/dashboard/dashboard-page.tsx': [
    'web/ui/lazy-component.tsx',
    'web/ui/hint.tsx',
    'web/features/dashboard/list.ts',
  ],
  'web/features/dashboard/customer-list.tsx': ['web/ui/hint.tsx', 'web/features/dashboard/list.ts', 'web/ui/copy.tsx'],
  'web/features/reports/reports-page.tsx': ['web/ui/hint.tsx', 'web/ui/mark.tsx', 'web/ui/form.tsx'],
  'web/features/users/users-page.tsx': ['web/ui/mark.tsx', 'web/ui/table.tsx', 'web/features/users/row.tsx'],
  'web/ui/table.tsx': ['node_modules/library/index.js'],
};

/**
 * Returns the file for a module as the bundler does: the first group in order that accepts the module. `alone` if no
 * group does.
 */
function fileOf(module: string): string {
  const id = (name: string): string => resolve('/product', name);
  const context = {
    getModuleInfo: (of: string) => ({ importedIds: (IMPORTS[of.replace('/product/', '')] ?? []).map(id) }),
  } as never;
  const groups = pageChunks('/product').sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  const names = groups.map(({ name, test: isMeant }) =>
    typeof name === 'function' && typeof isMeant === 'function' && isMeant(id(module))
      ? name(id(module), context)
      : null,
  );
  return names.find((name) => name != null) ?? 'alone';
}

test('code that is always present is in the same files for every page', () => {
  expect(fileOf('web/lib/session.ts')).toBe('entry');
  expect(fileOf('web/ui/logo.tsx')).toBe('basics');
  expect(fileOf('web/ui/lazy-component.tsx')).toBe('frame');
});

test("a page's code is one file for its own modules and one for shared modules", () => {
  expect(fileOf('web/features/auth/login-page.tsx')).toBe('login');
  expect(fileOf('web/features/dashboard/list.ts')).toBe('dashboard');
  expect(fileOf('web/ui/hint.tsx')).toBe('parts');
  expect(fileOf('web/ui/mark.tsx')).toBe('lists');
  expect(fileOf('web/ui/form.tsx')).toBe('forms');
  expect(fileOf('web/ui/table.tsx')).toBe('tables');
  expect(fileOf('web/features/users/row.tsx')).toBe('users');
});

test('entry points, lazily loaded code, libraries and other pages stay in separate files', () => {
  expect(fileOf('web/features/users/users-page.tsx')).toBe('alone');
  expect(fileOf('web/ui/copy.tsx')).toBe('alone');
  expect(fileOf('node_modules/library/index.js')).toBe('alone');
  expect(fileOf('web/features/money/money-page.tsx')).toBe('alone');
});

test('icons have one file each for the frame, the login page and all other pages', () => {
  const codes: Record<string, string> = {
    'web/app/shell/shell.tsx': 'IconHome',
    'web/features/auth/login-page.tsx': 'IconHome, IconNowhereElse, IconTrash',
  };
  const context = {
    getModuleInfo: (of: string) => {
      const name = of.replace(`${process.cwd()}/`, '');
      return { importedIds: (IMPORTS[name] ?? []).map((one) => resolve(one)), code: codes[name] ?? '' };
    },
  } as never;
  const [icons] = pageChunks(process.cwd());
  const fileOfIcon = (name: string) => {
    const id = resolve(`node_modules/@tabler/icons-react/dist/esm/icons/${name}.mjs`);
    return typeof icons?.name === 'function' ? icons.name(id, context) : undefined;
  };
  expect(fileOfIcon('IconHome')).toBe('icons');
  expect(fileOfIcon('IconNowhereElse')).toBe('login-icons');
  // Both pages draw this icon: the login page never loads another page's file.
  expect(fileOfIcon('IconTrash')).toBe('icons');
  expect(fileOfIcon('IconCopy')).toBe('more-icons');
  expect(fileOfIcon('IconOfTheShowroom')).toBeNull();
});

test('pages without imports do not load the import columns that parts of the contract name', () => {
  expect(fileOf('contract/notices.ts')).toBe('frame');
  expect(fileOf('contract/csv-columns.ts')).toBe('csv');
});
