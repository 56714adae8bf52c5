/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where calls go; '/api' on the same origin when empty. */
  readonly VITE_API_HOST?: string;
  /** 'off' leaves out all calls for signing in. */
  readonly VITE_BACKEND?: string;
}
