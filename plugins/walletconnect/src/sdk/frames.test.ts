import { expect, it } from 'vitest'
import { isFrame } from './frames.js'

const message = (data: unknown): object => ({
  id: 1,
  jsonrpc: '2.0',
  method: 'irn_subscription',
  params: { id: 'x', data },
})

it.each([
  { id: 1, jsonrpc: '2.0', result: null },
  { id: '1795260000123456789', jsonrpc: '2.0', result: true },
  { id: 1, jsonrpc: '2.0', error: { code: -32000, message: 'no' } },
  message({ topic: 't', message: 'm', publishedAt: 0, tag: 0 }),
])('The frame %j is read', (frame) => {
  expect(isFrame(JSON.stringify(frame))).toBe(true)
})

it.each([
  null,
  7,
  'text',
  [],
  {},
  { id: 1, result: true },
  { id: 'error', jsonrpc: '2.0', result: true },
  { jsonrpc: '2.0', result: true },
  { id: 1, jsonrpc: '2.0' },
  { id: 1, jsonrpc: '2.0', error: null },
  { id: 1, jsonrpc: '2.0', method: 'irn_publish', params: {} },
  { ...message({}), params: null },
  message(null),
  message({ topic: 't' }),
  message({ topic: 1, message: 'm' }),
])('The frame %j is ignored', (frame) => {
  expect(isFrame(JSON.stringify(frame))).toBe(false)
})

it('A frame that is not JSON is ignored', () => {
  for (const data of ['', '{', '\u0000', undefined, new ArrayBuffer(3)])
    expect(isFrame(data)).toBe(false)
})
