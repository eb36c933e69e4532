import type { AnyPlugin } from '@latchkey/plugin-api'
import { assembleKernel } from './assembleKernel.js'
import type { Kernel, KernelOptions } from './types.js'

/**
 * Assembles plugins into a headless wallet modal; a UI package draws it. Several kernels on a page
 * share no state. It may be imported and called on a server.
 * @throws `kernel.invalid_option`, `kernel.composition_failed`; with `strict` also
 * `kernel.plugin_failed`
 * @example const kernel = createKernel({ metadata: { name: 'Shop' }, plugins: [evm({ networks:
 * [mainnet] })] })
 */
export const createKernel = <const P extends readonly AnyPlugin[]>(
  options: KernelOptions<P>,
): Kernel<P> => assembleKernel(options, () => import('./late/entry.js'))
