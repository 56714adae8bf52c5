import * as Type from 'typebox';
import { TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { Avatar, PictureUpload } from './picture.ts';

const Done = Type.Object({ status: Type.Boolean() });

/** Maximum text lengths in a profile. */
export const PROFILE_LENGTHS = { name: 60, phoneNumber: 40 } as const;

export const ProfileRequest = Type.Object(
  {
    firstName: Type.String({ maxLength: PROFILE_LENGTHS.name }),
    lastName: Type.String({ maxLength: PROFILE_LENGTHS.name }),
    phoneNumber: Type.String({ maxLength: PROFILE_LENGTHS.phoneNumber, pattern: '^[0-9+() ./-]*$' }),
  },
  { additionalProperties: false },
);
export type ProfileRequest = Type.Static<typeof ProfileRequest>;

export const updateProfile = {
  method: 'PUT',
  url: '/account/profile',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Update your name and phone number',
  schema: { body: ProfileRequest, response: { 200: Done } },
} as const satisfies Endpoint;

/** Absent fields do not change. Empty texts select the browser's time zone and theme. */
export const PreferencesRequest = Type.Object(
  {
    time_zone: Type.Optional(Type.Union([TimeZone, Type.Literal('')])),
    theme_color: Type.Optional(Type.String({ pattern: '^([0-9a-f]{6})?$' })),
    color_scheme: Type.Optional(
      Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('auto'), Type.Literal('')]),
    ),
  },
  { additionalProperties: false },
);
export type PreferencesRequest = Type.Static<typeof PreferencesRequest>;

export const updatePreferences = {
  method: 'PUT',
  url: '/account/preferences',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Save your time zone and appearance',
  schema: { body: PreferencesRequest, response: { 200: Done } },
} as const satisfies Endpoint;

export const updateAvatar = {
  method: 'PUT',
  url: '/account/avatar',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Upload your picture as JPEG, PNG, WebP, GIF or AVIF; it is resized and its metadata is removed',
  schema: {
    body: Type.Object({ image: PictureUpload }, { additionalProperties: false }),
    response: { 200: Type.Object({ avatar: Avatar }) },
  },
} as const satisfies Endpoint;

export const deleteAvatar = {
  method: 'DELETE',
  url: '/account/avatar',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Remove your picture',
  schema: { response: { 200: Done } },
} as const satisfies Endpoint;

/** Public, at a random URL, because plain image elements show the pictures. */
export const showAvatar = {
  method: 'GET',
  url: '/avatars/:id',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: "Get an account's picture as WebP",
  schema: { params: Type.Object({ id: Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]+$' }) }) },
  documented: { response: { 200: Type.String(), 404: Type.Null() } },
} as const satisfies Endpoint;

export const exportAccount = {
  method: 'GET',
  url: '/account/export',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Export all data about your account as a JSON file',
  schema: { response: { 200: Type.Unknown() } },
} as const satisfies Endpoint;

export const deleteAccount = {
  method: 'DELETE',
  url: '/account',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Delete your account; not possible for the last administrator',
  schema: { response: { 200: Done } },
} as const satisfies Endpoint;
