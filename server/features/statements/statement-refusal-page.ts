/** A small page for a PDF link that cannot be served. `message` is our own text. A retry reloads the page. */
export function refusalPage(message: string, retrySeconds: number | undefined): string {
  const retry = retrySeconds === undefined ? '' : `<meta http-equiv="refresh" content="${retrySeconds}">`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${retry}<title>Voltboard statement</title></head>
<body><h1>Statement</h1><p>${message}</p><p><a href="/app/main/dashboard">To the dashboard</a></p></body>
</html>
`;
}
