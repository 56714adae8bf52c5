/** What a graphics driver calls itself where the processor does its work. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

function glOf(options: WebGLContextAttributes): WebGL2RenderingContext | null {
  try {
    return document.createElement('canvas').getContext('webgl2', options);
  } catch {
    return null;
  }
}

/** Whether the engine can draw here at all. */
export const canDrawEngine = (): boolean => giveBack(glOf({})) !== null;

/** Whether a graphics card draws, so that the engine costs the page nothing. */
export function hasGraphicsCard(): boolean {
  const gl = glOf({ failIfMajorPerformanceCaveat: true });
  const told = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && told ? String(gl.getParameter(told.UNMASKED_RENDERER_WEBGL)) : '';
  return giveBack(gl) !== null && !SOFTWARE.test(name);
}

/** A browser has few of them. */
function giveBack(gl: WebGL2RenderingContext | null): WebGL2RenderingContext | null {
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl;
}
