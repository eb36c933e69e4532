import { describe, expect, it } from 'vitest'
import { errorFrame, readFrame, resultFrame } from './jsonRpc.js'

const codeOf = (text: string): unknown => {
  try {
    return readFrame(text)
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a frame', () => {
  it('A request and its answer have the same id, also where that is a text or has digits beyond 2^53', () => {
    for (const id of [
      '1',
      '"1732000000000000123"',
      '1732000000000000123',
      '18446744073709551615',
      '"a\\"b"',
    ]) {
      const frame = readFrame(
        `{"params":{"id":9007199254740993},"jsonrpc":"2.0", "id" : ${id} ,"method":"m"}`,
      )
      expect(frame).toMatchObject({ kind: 'request', id })
      expect(resultFrame(id, true)).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`)
    }
  })
  it('A frame with a result or an error is read as a response, and one with a method as a request', () => {
    expect(readFrame('{"id":1,"jsonrpc":"2.0","result":true}')).toEqual({
      kind: 'response',
      id: 1,
      accepted: true,
    })
    expect(readFrame('{"id":1,"jsonrpc":"2.0","error":{"code":1,"message":"no"}}')).toEqual({
      kind: 'response',
      id: 1,
      accepted: false,
    })
  })
  it('A frame that is not valid JSON-RPC is refused with the error code for its fault', () => {
    const table: Record<string, string[]> = {
      'relay.parse_error': ['', 'hello', '{', '{"id":1', '\u0000'],
      'relay.invalid_request': [
        'null',
        '1',
        '[]',
        '"x"',
        '{}',
        '[{"id":1,"jsonrpc":"2.0","method":"m"}]',
        '{"id":1,"method":"m"}',
        '{"jsonrpc":"2.0","method":"m"}',
        '{"id":null,"jsonrpc":"2.0","method":"m"}',
        '{"id":1,"jsonrpc":"2.0","method":7}',
        '{"id":1,"jsonrpc":"2.0","method":"m","params":[]}',
        '{"id":1,"jsonrpc":"2.0","method":"m","params":null}',
        '{"id":{},"jsonrpc":"2.0","method":"m"}',
        `{"id":"${'x'.repeat(65)}","jsonrpc":"2.0","method":"m"}`,
        '{"id":1e300,"jsonrpc":"2.0","method":"m"}',
        '{"id":1.5,"jsonrpc":"2.0","method":"m"}',
      ],
    }
    for (const [code, texts] of Object.entries(table))
      expect(texts.filter((text) => codeOf(text) !== code)).toEqual([])
  })
  it('An error frame has a null id where the id of the request is unknown', () => {
    expect(JSON.parse(errorFrame(undefined, -32700, 'Not JSON.'))).toEqual({
      id: null,
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Not JSON.' },
    })
  })
})
