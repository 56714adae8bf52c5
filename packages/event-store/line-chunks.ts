const LINE_END = 0x0a;

/** Splits the bytes into buffers of complete lines, each of about `bytes`. */
export async function* wholeLines(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_END) + 1;
    if (end === 0 || size + end < bytes) {
      // Copy the chunk, because the engine may reuse its memory.
      held.push(Buffer.from(chunk));
      size += chunk.byteLength;
      continue;
    }
    yield Buffer.concat([...held, chunk.subarray(0, end)]);
    const rest = Buffer.from(chunk.subarray(end));
    held = [rest];
    size = rest.byteLength;
  }
  if (size > 0) yield Buffer.concat(held);
}
