import type { Kernel } from '@latchkey/kernel'
import type { Register } from '@latchkey/plugin-api'
import { createContext, useContext } from 'react'

/** The kernel that the host made, with its plugins' types where it said so: `declare module '@latchkey/plugin-api' { interface Register { kernel: typeof kernel } }`. */
export type RegisteredKernel = Register extends { kernel: infer K } ? K : Kernel

export const KernelContext = createContext<Kernel | undefined>(undefined)

export function usePlainKernel(): Kernel {
  const kernel = useContext(KernelContext)
  if (!kernel)
    throw new Error('No kernel here: put this component inside <LatchkeyProvider kernel={kernel}>.')
  return kernel
}

/** The kernel of the nearest provider. */
export const useKernel = (): RegisteredKernel => usePlainKernel() as RegisteredKernel

type Plugins = RegisteredKernel['plugins']
/** What one of the host's plugins offers, typed where the host registered its kernel. A plugin that failed throws when it is touched. */
export const usePlugin = <Id extends keyof Plugins>(id: Id): Plugins[Id] => useKernel().plugins[id]
