/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The API's base URL; empty means '/api' on the same origin. */
  readonly VITE_API_HOST?: string;
  /** 'off' builds a client that sends no requests to a server. */
  readonly VITE_BACKEND?: string;
}
