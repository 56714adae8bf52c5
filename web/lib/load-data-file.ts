/**
 * Data that is shipped beside the code, by the address that an import with `?url` gives: a browser reads JSON faster than a module
 * that holds it, and need not compile it. Rejects where it cannot be had.
 */
export async function loadDataFile<Content>(address: string): Promise<Content> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be had (${answer.status}).`);
  return (await answer.json()) as Content;
}
