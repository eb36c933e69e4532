import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { definePlugin, type AnyPlugin } from '@latchkey/plugin-api'
import { mainnet } from 'viem/chains'

/**
 * Makes one kernel for a page, with `evm` and the plugins that the page adds. Tests reach it as
 * `window.kernel`.
 */
export const makeKernel = (id: string, more: readonly AnyPlugin[] = []) => {
  const kernel = createKernel({
    id,
    metadata: { name: 'Page' },
    plugins: [evm({ networks: [mainnet] }), ...more],
  })
  Object.assign(window, { [id]: kernel })
  return kernel
}

/** A plugin that puts a frame of another origin on the stage and counts its loads. */
export const framePlugin = (src: string) =>
  definePlugin({
    id: 'frame',
    version: '0.0.0',
    kernelApi: '*',
    reaches: { frames: [new URL(src).origin] },
    setup(ctx) {
      const frame = document.createElement('iframe')
      frame.title = 'Foreign frame'
      const mount = ctx.stage.mount(frame)
      frame.src = src
      return { frame, show: (anchor: Element) => mount.show(anchor), hide: () => mount.hide() }
    },
  })
