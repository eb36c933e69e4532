import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressesOf, deriveKeys, type Addresses, type PrivateKeys } from './derive.js'
import { createKeyring, IDLE_MS, type Keyring } from './keyring.js'

const secret = () => new Uint8Array(32).fill(7)
const failing = (failure: string) => expect.objectContaining({ name: 'KeysError', failure })

describe('a keyring', () => {
  let keyring: Keyring
  let record: Addresses
  beforeEach(async () => {
    vi.useFakeTimers()
    keyring = createKeyring()
    record = addressesOf(await deriveKeys(secret()))
  })
  afterEach(() => {
    keyring.close()
    vi.useRealTimers()
  })

  it('Holds the keys of a secret that it overwrites', async () => {
    const given = secret()
    await keyring.open(given)
    expect(given.every((byte) => byte === 0)).toBe(true)
    expect(keyring.use(record, addressesOf)).toEqual(record)
  })

  it('Zeroes the keys 15 minutes after their last use', async () => {
    await keyring.open(secret())
    vi.advanceTimersByTime(IDLE_MS - 1)
    const held = keyring.use(record, (keys): PrivateKeys => keys)
    vi.advanceTimersByTime(IDLE_MS - 1)
    expect(held.evm.some(Boolean)).toBe(true)
    vi.advanceTimersByTime(1)
    expect([...held.evm, ...held.solana].some(Boolean)).toBe(false)
    expect(() => keyring.use(record, () => 0)).toThrow(failing('locked'))
  })

  it('Does not use keys after a sleep in which no timer ran', async () => {
    let now = 0
    const sleeping = createKeyring(() => now)
    await sleeping.open(secret())
    now = IDLE_MS
    expect(sleeping.isOpen()).toBe(false)
    expect(() => sleeping.use(record, () => 0)).toThrow(failing('locked'))
  })

  it('Zeroes the keys when it is closed', async () => {
    await keyring.open(secret())
    const held = keyring.use(record, (keys): PrivateKeys => keys)
    keyring.close()
    expect([...held.evm, ...held.solana].some(Boolean)).toBe(false)
    expect(keyring.isOpen()).toBe(false)
  })

  it('Holds nothing of a secret that it was closed over', async () => {
    const given = secret()
    const opening = keyring.open(given)
    keyring.close()
    await expect(opening).rejects.toEqual(failing('locked'))
    expect(given.some(Boolean)).toBe(false)
    expect(keyring.isOpen()).toBe(false)
  })

  it('Does not use the keys of another wallet', async () => {
    await keyring.open(secret())
    const other = addressesOf(await deriveKeys(new Uint8Array(32).fill(8)))
    expect(() => keyring.use({ ...record, solana: other.solana }, () => 0)).toThrow(
      failing('mismatch'),
    )
    expect(() => keyring.use({ ...record, evm: other.evm }, () => 0)).toThrow(failing('mismatch'))
  })
})
