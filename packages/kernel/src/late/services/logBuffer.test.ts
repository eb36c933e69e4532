import { describe, expect, it, vi } from 'vitest'
import { startServices } from '../../../test/services/support.js'
import { createLogBuffer } from './logBuffer.js'

const size = (text: string) => new TextEncoder().encode(text).length

describe('the log buffer', () => {
  it('The log keeps the newest 1,024,000 bytes [CONST-24]', () => {
    const { add, text } = createLogBuffer()
    for (let line = 0; line < 2000; line++)
      add({ level: 'info', source: 'test', words: [`${line} ${'\u00fc'.repeat(500)}`] })
    expect(size(text())).toBeLessThanOrEqual(1_024_000)
    expect(size(text())).toBeGreaterThan(800_000)
    expect(text()).toContain('1999 ')
    expect(text()).not.toContain(' 0 \u00fc')
  })

  it('The log holds the lines of the kernel and its plugins, whatever the log level shows', async () => {
    const { kernel, ports } = await startServices({ logLevel: 'silent' })
    kernel.ports.log.debug('one', { two: 2 })
    await vi.waitFor(() => expect(ports.logText()).toContain('one {"two":2}'))
  })

  it('A line of the log is cut at 10,000 characters', () => {
    const { add, text } = createLogBuffer()
    add({ level: 'info', source: 'test', words: ['a '.repeat(20_000)] })
    expect(text().length).toBe(10_001)
  })
})
