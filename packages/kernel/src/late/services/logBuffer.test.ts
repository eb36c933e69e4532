import { describe, expect, it } from 'vitest'
import { startServices } from '../../../test/services/support.js'
import { createLogBuffer } from './logBuffer.js'

const size = (text: string) => new TextEncoder().encode(text).length

describe('the log buffer', () => {
  it('keeps the newest 1,024,000 bytes [CONST-24]', () => {
    const { add, text } = createLogBuffer()
    for (let line = 0; line < 2000; line++) add({ level: 'info', source: 'test', words: [`${line} ${'\u00fc'.repeat(500)}`] })
    expect(size(text())).toBeLessThanOrEqual(1_024_000)
    expect(size(text())).toBeGreaterThan(800_000)
    expect(text()).toContain('1999 ')
    expect(text()).not.toContain(' 0 \u00fc')
  })

  it('holds what the kernel and its plugins say, whatever the log level shows', async () => {
    const { kernel, ports } = await startServices({ logLevel: 'silent' })
    kernel.ports.log.debug('one', { two: 2 })
    expect(ports.logText()).toContain('one {"two":2}')
  })

  it('writes whatever is said, and never a pairing key', () => {
    const buffer = createLogBuffer()
    const cyclic: unknown[] = []
    cyclic.push(cyclic)
    buffer.add({ level: 'warn', source: 'relay', words: ['open', { uri: 'wc:7f6e@2?relay-protocol=irn&symKey=587d5484' }, new Error('x'), cyclic, undefined, 1n, Symbol('s')] })
    expect(buffer.text()).toMatch(/ warn \[relay\] open \{"uri":"wc:7f6e@\.\.\."\} Error: x \? undefined 1 Symbol\(s\)\n$/)
    expect(buffer.text()).not.toContain('587d5484')
  })
})
