import { createContext, useContext } from 'react'
import type { Session } from './createSession.js'

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This component works only inside a view of the modal.')
  return session
}
