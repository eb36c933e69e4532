import type { Kernel } from '@latchkey/kernel'
import type { Register } from '@latchkey/plugin-api'
import { inject, provide, type App, type InjectionKey } from 'vue'

/**
 * The type of the host's kernel, with its plugins' types if the host registered it: `declare module
 * '@latchkey/plugin-api' { interface Register { kernel: typeof kernel } }`.
 */
export type RegisteredKernel = Register extends { kernel: infer K } ? K : Kernel

const KERNEL: InjectionKey<Kernel> = Symbol('kernel')

/**
 * Gives the kernel to the components below. Call it in the setup of a component, or name the app.
 * @example provideKernel(kernel, createApp(App))
 */
export function provideKernel(kernel: Kernel, app?: App): void {
  if (app) app.provide(KERNEL, kernel)
  else provide(KERNEL, kernel)
}

/**
 * The kernel of the nearest component, or app, that provides one.
 * @throws Error where neither a component above nor the app provides one
 */
export function useKernel(): RegisteredKernel {
  const kernel = inject(KERNEL, undefined)
  if (!kernel) throw new Error('No kernel: call provideKernel(kernel) further up.')
  return kernel as RegisteredKernel
}

/** The ports that the composables read. */
export const usePorts = (): Kernel['ports'] => (useKernel() as Kernel).ports
