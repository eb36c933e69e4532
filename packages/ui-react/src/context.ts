import type { Kernel, KernelPorts } from '@latchkey/kernel'
import type { Register } from '@latchkey/plugin-api'
import { createContext, useContext } from 'react'
import type { Session } from './session/createSession.js'

/**
 * The type of the host's kernel, with its plugins' types if the host registered it: `declare module
 * '@latchkey/plugin-api' { interface Register { kernel: typeof kernel } }`.
 */
export type RegisteredKernel = Register extends { kernel: infer K } ? K : Kernel

export const KernelContext = createContext<Kernel | undefined>(undefined)

/** Here, because a module of its own would become a file of its own in every host. */
export const SessionContext = createContext<Session | undefined>(undefined)

export function usePlainKernel(): Kernel {
  const kernel = useContext(KernelContext)
  if (!kernel)
    throw new Error('No kernel here: put this component inside <LatchkeyProvider kernel={kernel}>.')
  return kernel
}

/** The ports of the nearest provider's kernel. */
export const usePorts = (): KernelPorts => usePlainKernel().ports

/** The kernel of the nearest provider. */
export const useKernel = (): RegisteredKernel => usePlainKernel() as RegisteredKernel

type Plugins = RegisteredKernel['plugins']
/**
 * The API of one of the host's plugins, typed if the host registered its kernel. The API of a
 * plugin that failed throws when a member is read.
 */
export const usePlugin = <Id extends keyof Plugins>(id: Id): Plugins[Id] => useKernel().plugins[id]
