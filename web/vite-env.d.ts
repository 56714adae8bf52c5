/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Base address of the API; empty means '/api' on the same origin. */
  readonly VITE_API_HOST?: string;
  /** 'off' builds a client that makes no calls to a server. */
  readonly VITE_BACKEND?: string;
}
