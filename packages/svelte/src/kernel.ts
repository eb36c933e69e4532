import type { Kernel } from '@latchkey/kernel'
import type { Register } from '@latchkey/plugin-api'
import { getContext, setContext } from 'svelte'

/**
 * The type of the host's kernel, with its plugins' types if the host registered it: `declare module
 * '@latchkey/plugin-api' { interface Register { kernel: typeof kernel } }`.
 */
export type RegisteredKernel = Register extends { kernel: infer K } ? K : Kernel

const KERNEL = Symbol('kernel')

/**
 * Gives the kernel to the components below. Call it while a component is made, in the layout for
 * example.
 */
export function provideKernel(kernel: Kernel): void {
  setContext(KERNEL, kernel)
}

/**
 * The kernel of the nearest component that provides one. Call it while a component is made, as all
 * functions here.
 * @throws Error where no component above provides one
 */
export function useKernel(): RegisteredKernel {
  const kernel = getContext<RegisteredKernel | undefined>(KERNEL)
  if (!kernel) throw new Error('No kernel: call provideKernel(kernel) further up.')
  return kernel
}

/** The ports that the functions here read. */
export const usePorts = (): Kernel['ports'] => (useKernel() as Kernel).ports
