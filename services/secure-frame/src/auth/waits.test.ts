import { describe, expect, it } from 'vitest'
import { createWaits } from './waits.js'

const LONG_MS = 60_000

describe('createWaits', () => {
  it('A listener ends its wait when somebody wakes it', async () => {
    const waits = createWaits()
    const listener = waits.listen('a')
    const waited = listener.wait(LONG_MS)
    waits.wake('a')
    await waited
    listener.end()
    expect(waits.size).toBe(0)
  })

  it('A word that comes while the attempt is read is not missed', async () => {
    const waits = createWaits()
    const listener = waits.listen('a')
    waits.wake('a')
    await listener.wait(LONG_MS)
    listener.end()
  })

  it('A word is heard once, and not by listeners of another attempt', async () => {
    const waits = createWaits()
    const [listener, other] = [waits.listen('a'), waits.listen('b')]
    waits.wake('a')
    await listener.wait(LONG_MS)
    const outcome = (of: Promise<void>) =>
      Promise.race([of.then(() => 'woken'), new Promise((done) => setTimeout(done, 50, 'waits'))])
    expect(await outcome(listener.wait(LONG_MS))).toBe('waits')
    expect(await outcome(other.wait(LONG_MS))).toBe('waits')
    waits.close()
  })

  it('A wait ends by itself after its time, and with the service', async () => {
    const waits = createWaits()
    const listener = waits.listen('a')
    await listener.wait(10)
    const waited = listener.wait(LONG_MS)
    waits.close()
    await waited
    listener.end()
    expect(waits.size).toBe(0)
  })
})
