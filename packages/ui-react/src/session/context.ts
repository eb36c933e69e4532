import { useContext } from 'react'
import { SessionContext } from '../context.js'
import type { Session } from './createSession.js'

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This component works only inside a view of the modal.')
  return session
}
