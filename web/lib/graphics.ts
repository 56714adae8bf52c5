/** Names that graphics drivers report when the CPU renders. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

function glOf(options: WebGLContextAttributes): WebGL2RenderingContext | null {
  try {
    return document.createElement('canvas').getContext('webgl2', options);
  } catch {
    return null;
  }
}

/** Whether the browser can run the map engine. */
export const canDrawEngine = (): boolean => giveBack(glOf({})) !== null;

/** Whether a graphics card renders, so that the map engine does not load the CPU. */
export function hasGraphicsCard(): boolean {
  const gl = glOf({ failIfMajorPerformanceCaveat: true });
  const told = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : '';
  return giveBack(gl) !== null && !SOFTWARE.test(name);
}

/** Releases the context, because browsers allow only a few contexts. Returns the context. */
function giveBack(gl: WebGL2RenderingContext | null): WebGL2RenderingContext | null {
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl;
}
