// A Solana node's JSON-RPC over the real runtime (litesvm): what wallets and web3.js ask for. Signatures, balances, programs are the runtime's; there are no blocks and no history by address.
import { address, getBase58Encoder, getBase64Encoder, getSignatureFromTransaction, getTransactionDecoder, lamports } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { isHeldBy, showAccount, toBase58 } from './solanaAccounts.mjs'
import { nameOf, refusal } from './solanaErrors.mjs'

const genesisHash = 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC'
const fee = 5000

/** @param {string} raw @param {string} [encoding] */
const decode = (raw, encoding = 'base58') => getTransactionDecoder().decode((encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()).encode(raw))

/**
 * What the clock alone answers.
 * @param {{ readonly slot: number }} clock
 * @returns {Record<string, (...params: any[]) => unknown>}
 */
const steady = (clock) => ({
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '2.3.0', 'feature-set': 1 }),
  getGenesisHash: () => genesisHash,
  getSlot: () => clock.slot,
  getBlockHeight: () => clock.slot,
  getEpochInfo: () => ({ absoluteSlot: clock.slot, blockHeight: clock.slot, epoch: 0, slotIndex: clock.slot, slotsInEpoch: 432_000, transactionCount: 0 }),
  getFeeForMessage: () => ({ context: { slot: clock.slot }, value: fee }),
})

/**
 * @typedef {(value: unknown) => { context: object, value: unknown }} InContext
 * @typedef {Record<string, (...params: any[]) => unknown>} Methods
 * @typedef {{ slot: number, err: unknown, logs: string[] }} Done
 */

/** @param {LiteSVM} svm @param {InContext} inContext @returns {Methods} what reads accounts */
function reads(svm, inContext) {
  /** @param {string} mint */
  const decimalsOf = (mint) => /** @type {any} */ (svm.getAccount(address(mint))).data[44]
  /** @param {string} key @param {{ encoding?: string }} [options] */
  const account = (key, { encoding } = {}) => {
    const found = /** @type {any} */ (svm.getAccount(address(key)))
    return found?.exists ? showAccount(found, encoding, decimalsOf) : null
  }
  return {
    getBalance: (key) => inContext(Number(svm.getBalance(address(key)) ?? 0n)),
    getMinimumBalanceForRentExemption: (size) => Number(svm.minimumBalanceForRentExemption(BigInt(size))),
    getAccountInfo: (key, options) => inContext(account(key, options)),
    getMultipleAccounts: (keys, options) => inContext(keys.map((/** @type {string} */ key) => account(key, options))),
    getTokenAccountsByOwner: (owner, { programId }, options) => inContext(/** @type {any[]} */ (svm.getProgramAccounts(address(programId)))
      .filter(({ data }) => isHeldBy(data, owner)).map((each) => ({ pubkey: each.address, account: showAccount(each, options?.encoding, decimalsOf) }))),
  }
}

/** @param {LiteSVM} svm @param {InContext} inContext @param {(signature: string, result: any) => string} settle @returns {Methods} what runs transactions */
const runs = (svm, inContext, settle) => ({
  requestAirdrop(key, amount) {
    const result = /** @type {any} */ (svm.airdrop(address(key), lamports(BigInt(amount))))
    return settle(toBase58(result.signature()), result)
  },
  simulateTransaction(raw, { encoding } = {}) {
    const result = svm.simulateTransaction(decode(raw, encoding))
    return inContext({ err: result instanceof FailedTransactionMetadata ? nameOf(result.err()) : null, logs: result.meta().logs(), accounts: null, unitsConsumed: 0, returnData: null })
  },
  sendTransaction(raw, { encoding } = {}) {
    const transaction = decode(raw, encoding)
    const trial = svm.simulateTransaction(transaction)
    if (trial instanceof FailedTransactionMetadata) throw refusal(trial)
    return settle(getSignatureFromTransaction(transaction), svm.sendTransaction(transaction))
  },
})

/** @param {(signature: string) => void} onDone */
export function createMethods(onDone) {
  const svm = new LiteSVM()
  /** @type {Map<string, Done>} */
  const done = new Map()
  const clock = { slot: 1 }
  /** @type {InContext} */
  const inContext = (value) => ({ context: { apiVersion: '2.3.0', slot: clock.slot }, value })
  /** @param {string} signature @param {any} result */
  const settle = (signature, result) => {
    const failed = result instanceof FailedTransactionMetadata
    done.set(signature, { slot: clock.slot, err: failed ? nameOf(result.err()) : null, logs: (failed ? result.meta() : result).logs() })
    setImmediate(() => onDone(signature))
    return signature
  }
  /** @type {Methods} */
  const methods = {
    ...steady(clock),
    ...reads(svm, inContext),
    ...runs(svm, inContext, settle),
    getLatestBlockhash: () => inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: clock.slot + 150 }),
    isBlockhashValid: (hash) => inContext(hash === svm.latestBlockhash()),
    getSignatureStatuses: (signatures) => inContext(signatures.map((/** @type {string} */ signature) => {
      const found = done.get(signature)
      return found ? { slot: found.slot, confirmations: null, err: found.err, status: found.err ? { Err: found.err } : { Ok: null }, confirmationStatus: 'finalized' } : null
    })),
  }
  /** One slot further: a block hash lives for 150 of them. */
  const tick = () => {
    clock.slot++
    if (clock.slot % 150 === 0) svm.expireBlockhash()
  }
  return { methods, done, inContext, tick }
}
