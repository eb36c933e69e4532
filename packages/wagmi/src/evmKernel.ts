import type { EvmApi } from '@latchkey/evm'
import type { Kernel } from '@latchkey/kernel'

/** The part of a kernel that the connector uses; it must have the `evm` plugin. */
export type EvmKernel = Pick<Kernel, 'ports' | 'connectWithModal' | 'disconnect' | 'on'> & {
  readonly plugins: { readonly evm: EvmApi }
}
