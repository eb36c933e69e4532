// A Solana node's JSON-RPC over the real runtime (litesvm): what wallets and web3.js ask for. Signatures, balances, programs are the runtime's; there are no blocks and no history by address.
import { address, getBase58Encoder, getBase64Encoder, getSignatureFromTransaction, getTransactionDecoder, lamports } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { isHeldBy, mintOf, showAccount, toBase58 } from './solanaAccounts.mjs'

const genesisHash = 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC'
const fee = 5000

/** @param {number} code @param {string} message @param {unknown} [data] */
export const rpcError = (code, message, data) => Object.assign(new Error(message), { rpc: { code, message, ...(data !== undefined && { data }) } })

/** @param {string} raw @param {string} [encoding] */
const decode = (raw, encoding = 'base58') => getTransactionDecoder().decode((encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()).encode(raw))

/** @param {unknown} value */
const nameOf = (value) => {
  const text = String(value)
  return text === '[object Object]' ? { InstructionError: [0, 'Custom'] } : text
}

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
 * @param {(signature: string) => void} onDone
 * @typedef {{ slot: number, err: unknown, logs: string[] }} Done
 */
export function createMethods(onDone) {
  const svm = new LiteSVM()
  /** @type {Map<string, Done>} */
  const done = new Map()
  const clock = { slot: 1 }
  /** @param {unknown} value */
  const inContext = (value) => ({ context: { apiVersion: '2.3.0', slot: clock.slot }, value })
  /** @param {string} mint */
  const decimalsOf = (mint) => /** @type {any} */ (svm.getAccount(address(mint))).data[44]
  /** @param {string} key @param {{ encoding?: string }} [options] */
  const account = (key, { encoding } = {}) => {
    const found = /** @type {any} */ (svm.getAccount(address(key)))
    return found?.exists ? showAccount(found, encoding, decimalsOf) : null
  }
  /** @param {string} signature @param {any} result */
  const settle = (signature, result) => {
    const failed = result instanceof FailedTransactionMetadata
    done.set(signature, { slot: clock.slot, err: failed ? nameOf(result.err()) : null, logs: (failed ? result.meta() : result).logs() })
    setImmediate(() => onDone(signature))
    return signature
  }
  /** @type {Record<string, (...params: any[]) => unknown>} */
  const methods = {
    ...steady(clock),
    getLatestBlockhash: () => inContext({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: clock.slot + 150 }),
    isBlockhashValid: (hash) => inContext(hash === svm.latestBlockhash()),
    getBalance: (key) => inContext(Number(svm.getBalance(address(key)) ?? 0n)),
    getMinimumBalanceForRentExemption: (size) => Number(svm.minimumBalanceForRentExemption(BigInt(size))),
    getAccountInfo: (key, options) => inContext(account(key, options)),
    getMultipleAccounts: (keys, options) => inContext(keys.map((/** @type {string} */ key) => account(key, options))),
    getTokenAccountsByOwner: (owner, { programId }, options) => inContext(/** @type {any[]} */ (svm.getProgramAccounts(address(programId)))
      .filter(({ data }) => isHeldBy(data, owner)).map((each) => ({ pubkey: each.address, account: showAccount(each, options?.encoding, decimalsOf), mint: mintOf(each.data) }))),
    requestAirdrop: (key, amount) => {
      const result = /** @type {any} */ (svm.airdrop(address(key), lamports(BigInt(amount))))
      return settle(toBase58(result.signature()), result)
    },
    simulateTransaction: (raw, { encoding } = {}) => {
      const result = svm.simulateTransaction(decode(raw, encoding))
      return inContext({ err: result instanceof FailedTransactionMetadata ? nameOf(result.err()) : null, logs: result.meta().logs(), accounts: null, unitsConsumed: 0, returnData: null })
    },
    sendTransaction: (raw, { encoding } = {}) => {
      const transaction = decode(raw, encoding)
      const trial = svm.simulateTransaction(transaction)
      if (trial instanceof FailedTransactionMetadata) throw rpcError(-32002, `Transaction simulation failed: ${JSON.stringify(nameOf(trial.err()))}`, { err: nameOf(trial.err()), logs: trial.meta().logs() })
      return settle(getSignatureFromTransaction(transaction), svm.sendTransaction(transaction))
    },
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
