import { expect, it, vi } from 'vitest'
import type { SmartContext } from './context.js'
import type { OperationRecord } from './records.js'
import { submit } from './send.js'

it('An operation that was taken back before anybody had it is handed to nobody, and waits no more', async () => {
  const kept: OperationRecord[] = []
  const send = vi.fn()
  const context = {
    network: 'eip155:1',
    records: { put: async (record: OperationRecord) => void kept.push(record) },
    bundler: { send },
    now: () => 1,
  } as unknown as SmartContext
  const signed = { hash: '0x01', operation: {}, fromBlock: 1n } as never
  const takenBack = () => {
    throw new Error('The request was taken back.')
  }
  await expect(submit(context, signed, { submitted: takenBack })).rejects.toThrow('taken back')
  expect(kept.map(({ state }) => state)).toEqual(['signed', 'withdrawn'])
  expect(send).not.toHaveBeenCalled()
})
