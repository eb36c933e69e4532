import { isLatchkeyError } from '@latchkey/plugin-api'
import type { RevocationWitness, SessionRevocation } from '../api.js'

/** How far a revocation is, as the views tell it. `fault`: it failed, and nobody chose that. */
export interface ProgressText {
  /** Message key. */
  k: string
  tone: 'busy' | 'calm' | 'fault'
}

/** A visitor who declined is told calmly. Where the chain is slow, nothing is said to have failed. */
export function progressText({ status, error }: SessionRevocation): ProgressText {
  if (status !== 'failed') return { k: `sessions.${status}`, tone: 'busy' }
  if (isLatchkeyError(error, 'wallet.user_rejected'))
    return { k: 'sessions.declined', tone: 'calm' }
  if (isLatchkeyError(error, 'sessions.not_revoked'))
    return { k: 'errors.sessions.not_revoked', tone: 'calm' }
  return { k: 'sessions.failed', tone: 'fault' }
}

/** Message keys of who says that a session has ended. */
export const WITNESSES: Readonly<Record<RevocationWitness, string>> = {
  chain: 'sessions.gone',
  wallet: 'sessions.saidByWallet',
  server: 'sessions.saidByServer',
}
