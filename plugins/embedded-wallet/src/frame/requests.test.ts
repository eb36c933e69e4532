import { expect, it } from 'vitest'
import type { FrameRequest } from '../protocol/index.js'
import { createRequests } from './requests.js'

it.each([
  ['wallet_sendCalls', { id: '0x1' }],
  ['wallet_grantPermissions', []],
  ['wallet_requestExecutionPermissions', []],
  ['wallet_revokePermissions', {}],
  ['wallet_revokeExecutionPermission', {}],
])(
  '%s that is taken back while the frame carries it out ends as it ends',
  async (method, result) => {
    const posted: FrameRequest[] = []
    const { ask, settle } = createRequests(
      (message) => void (message.type === 'cancel' || posted.push(message)),
      () => undefined,
    )
    const abort = new AbortController()
    const asked = ask('rpc request', { method, params: [] }, abort.signal)
    abort.abort()
    settle({ type: 'rpc request success', id: posted[0]!.id, payload: { result } })
    expect(await asked).toEqual({ result })
  },
)
