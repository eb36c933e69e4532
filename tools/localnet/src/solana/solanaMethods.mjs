// A Solana node's JSON-RPC over the real runtime (litesvm), with the methods that wallets and
// web3.js call. Signatures, balances and programs come from the runtime. It keeps no blocks, and no
// history by address.
import {
  address,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { isHeldBy, showAccount, toBase58 } from './solanaAccounts.mjs'
import { nameOf, refusal, unknownBlockhash } from './solanaErrors.mjs'

const genesisHash = 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC'
const fee = 5000
/** Slots for which a block hash can be used. */
const lifetime = 150

/** @param {string} raw @param {string} [encoding] */
const decode = (raw, encoding = 'base58') =>
  getTransactionDecoder().decode(
    (encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()).encode(raw),
  )

/**
 * Methods that need only the clock.
 * @param {{ readonly slot: number }} clock
 * @returns {Record<string, (...params: any[]) => unknown>}
 */
const steady = (clock) => ({
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '2.3.0', 'feature-set': 1 }),
  getGenesisHash: () => genesisHash,
  getSlot: () => clock.slot,
  getBlockHeight: () => clock.slot,
  getEpochInfo: () => ({
    absoluteSlot: clock.slot,
    blockHeight: clock.slot,
    epoch: 0,
    slotIndex: clock.slot,
    slotsInEpoch: 432_000,
    transactionCount: 0,
  }),
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
    getMinimumBalanceForRentExemption: (size) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(size))),
    getAccountInfo: (key, options) => inContext(account(key, options)),
    getMultipleAccounts: (keys, options) =>
      inContext(keys.map((/** @type {string} */ key) => account(key, options))),
    getTokenAccountsByOwner: (owner, { programId }, options) =>
      inContext(
        /** @type {any[]} */ (svm.getProgramAccounts(address(programId)))
          .filter(({ data }) => isHeldBy(data, owner))
          .map((each) => ({
            pubkey: each.address,
            account: showAccount(each, options?.encoding, decimalsOf),
          })),
      ),
  }
}

/**
 * Methods that run transactions.
 * @param {LiteSVM} svm
 * @param {InContext} inContext
 * @param {ReturnType<typeof slots>} time
 * @param {(signature: string, result: any) => string} settle
 * @returns {Methods}
 */
const runs = (svm, inContext, { isRecent, tick }, settle) => ({
  requestAirdrop(key, amount) {
    // Each airdrop gets a block hash of its own. With the same one, a second airdrop of the same
    // amount would be the same transaction.
    tick()
    const result = /** @type {any} */ (svm.airdrop(address(key), lamports(BigInt(amount))))
    return settle(toBase58(result.signature()), result)
  },
  simulateTransaction(raw, { encoding, sigVerify = false, accounts } = {}) {
    svm.withSigverify(sigVerify)
    const result = svm.simulateTransaction(decode(raw, encoding))
    svm.withSigverify(true)
    const after = result instanceof FailedTransactionMetadata ? [] : result.postAccounts()
    /** @param {string} key */
    const show = (key) => {
      const found = after.find((each) => each.address === key) ?? svm.getAccount(address(key))
      const { exists = true, ...account } = /** @type {any} */ (found ?? { exists: false })
      return exists ? showAccount(account, 'base64', () => 0) : null
    }
    return inContext({
      err: result instanceof FailedTransactionMetadata ? nameOf(result.err()) : null,
      logs: result.meta().logs(),
      accounts: accounts && after.length ? accounts.addresses.map(show) : null,
      unitsConsumed: 0,
      returnData: null,
    })
  },
  sendTransaction(raw, { encoding } = {}) {
    const transaction = decode(raw, encoding)
    const { lifetimeToken } = getCompiledTransactionMessageDecoder().decode(
      transaction.messageBytes,
    )
    if (!isRecent(lifetimeToken)) throw unknownBlockhash()
    const trial = svm.simulateTransaction(transaction)
    if (trial instanceof FailedTransactionMetadata) throw refusal(trial)
    return settle(getSignatureFromTransaction(transaction), svm.sendTransaction(transaction))
  },
})

/**
 * The runtime knows one block hash only: those of the last slots are kept here, a new one for each.
 * @param {LiteSVM} svm
 * @param {{ slot: number }} clock
 */
function slots(svm, clock) {
  /** @type {Map<string, number>} */
  const recent = new Map([[svm.latestBlockhash(), clock.slot]])
  return {
    isRecent: (/** @type {string} */ hash) => recent.has(hash),
    tick() {
      svm.expireBlockhash()
      recent.set(svm.latestBlockhash(), ++clock.slot)
      for (const [hash, slot] of recent) if (clock.slot - slot > lifetime) recent.delete(hash)
    },
  }
}

/** @param {(signature: string) => void} onDone */
export function createMethods(onDone) {
  const svm = new LiteSVM().withBlockhashCheck(false)
  /** @type {Map<string, Done>} */
  const done = new Map()
  const clock = { slot: 1 }
  const time = slots(svm, clock)
  /** @type {InContext} */
  const inContext = (value) => ({ context: { apiVersion: '2.3.0', slot: clock.slot }, value })
  /** @param {string} signature @param {any} result */
  const settle = (signature, result) => {
    const failed = result instanceof FailedTransactionMetadata
    done.set(signature, {
      slot: clock.slot,
      err: failed ? nameOf(result.err()) : null,
      logs: (failed ? result.meta() : result).logs(),
    })
    setImmediate(() => onDone(signature))
    return signature
  }
  /** @type {Methods} */
  const methods = {
    ...steady(clock),
    ...reads(svm, inContext),
    ...runs(svm, inContext, time, settle),
    getLatestBlockhash: () =>
      inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: clock.slot + lifetime }),
    isBlockhashValid: (hash) => inContext(time.isRecent(hash)),
    getSignatureStatuses: (signatures) =>
      inContext(
        signatures.map((/** @type {string} */ signature) => {
          const found = done.get(signature)
          return found
            ? {
                slot: found.slot,
                confirmations: null,
                err: found.err,
                status: found.err ? { Err: found.err } : { Ok: null },
                confirmationStatus: 'finalized',
              }
            : null
        }),
      ),
  }
  return { methods, done, inContext, tick: time.tick }
}
