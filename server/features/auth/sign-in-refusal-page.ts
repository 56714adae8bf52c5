const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

/** The page of a failed visit at a provider. Colors are the browser's own, light and dark. */
export const refusalPage = (message: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in failed · Voltboard</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem}a{display:inline-block;padding:.75rem 0}</style></head>
<body><main><h1>Sign-in failed</h1><p>${escaped(message)}</p><p><a href="/login">Back to login</a></p></main></body>
</html>
`;
