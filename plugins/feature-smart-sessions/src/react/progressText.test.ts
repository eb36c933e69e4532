import { LatchkeyError } from '@latchkey/plugin-api'
import { expect, it } from 'vitest'
import { progressText } from './progressText.js'

it('A chain that does not say yet that a session has ended is not told as a failure', () => {
  const error = new LatchkeyError('sessions.not_revoked', 'Not yet.', {
    context: { pci: '0x1', network: 'eip155:1' },
  })
  expect(progressText({ status: 'failed', error })).toEqual({
    k: 'errors.sessions.not_revoked',
    tone: 'calm',
  })
  expect(progressText({ status: 'failed', error: new Error('broken') })).toEqual({
    k: 'sessions.failed',
    tone: 'fault',
  })
  expect(progressText({ status: 'pending' })).toEqual({ k: 'sessions.pending', tone: 'busy' })
})
