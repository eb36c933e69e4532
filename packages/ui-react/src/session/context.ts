import type { KernelPorts } from '@latchkey/kernel'
import { createContext, useContext } from 'react'
import { usePlainKernel } from '../context.js'
import type { Session } from './createSession.js'

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This belongs into a view of the modal.')
  return session
}
export const usePorts = (): KernelPorts => usePlainKernel().ports
