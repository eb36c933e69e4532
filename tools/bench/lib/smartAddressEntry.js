import { addressOf } from '../../../services/secure-frame/src/page/smart/address.ts'

/** Milliseconds of each of so many computations, each of another owner. */
window.timeAddresses = (count) =>
  Array.from({ length: count }, (_, index) => {
    const owner = `0x${(index + 1).toString(16).padStart(40, 'a')}`
    const before = performance.now()
    const address = addressOf(owner)
    const after = performance.now()
    if (!/^0x[\da-f]{40}$/i.test(address)) throw new Error(`No address: ${address}`)
    return after - before
  })
