import { badAnswer, OwnFailure, readSafely, unsupportedMethod } from '@latchkey/plugin-api/wallet'
import {
  copyBytes,
  readFeature,
  onStandardChange,
  readResults,
  readStandardAccounts,
  type StandardAccount,
  type StandardResult,
  type StandardWallet,
} from '@latchkey/plugin-api/wallet-standard'
import { toKey } from '../chain/address.js'
import { isSameBytes } from '../chain/bytes.js'
import {
  GET_ACCOUNTS,
  REQUEST_ACCOUNTS,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from '../chain/methods.js'
import { NAMESPACE } from '../chain/networks.js'
import { SIGN_IN } from './signIn.js'
import type { Wallet, WalletAccount } from './wallet.js'

const SIGN_MESSAGE_FEATURE = 'solana:signMessage'
const SIGN_TRANSACTION_FEATURE = 'solana:signTransaction'
const SIGN_AND_SEND_FEATURE = 'solana:signAndSendTransaction'
interface StandardWalletAccount extends WalletAccount {
  features: readonly string[]
  /** The wallet's own object: its features take no other. */
  raw: object
}

/** `undefined` for an account of another chain family, or without a Solana address. */
function toWalletAccount(account: StandardAccount): StandardWalletAccount | undefined {
  const { address, label, features, raw } = account
  const key = toKey(address)
  const chains = account.chains.filter((chain) => chain.startsWith(`${NAMESPACE}:`))
  return key && chains.length
    ? { address, key, chains, features, raw, ...(label !== undefined && { label }) }
    : undefined
}
const readAccounts = (list: unknown): StandardWalletAccount[] =>
  (readStandardAccounts(list) ?? []).map(toWalletAccount).filter((account) => account !== undefined)

/** The results of a feature: one for each input. @throws `wallet.bad_answer` */
async function demandResults(
  method: string,
  answer: unknown,
  count: number,
): Promise<readonly StandardResult[]> {
  const results = readResults(await answer, count)
  if (!results) throw new OwnFailure(badAnswer(method, 'one result for each input'))
  return results
}
function demandBytes(
  method: string,
  result: StandardResult,
  name: string,
  length?: number,
): Uint8Array {
  const bytes = readSafely(() => copyBytes(result[name]))
  if (!bytes?.length || (length !== undefined && bytes.length !== length))
    throw new OwnFailure(
      badAnswer(method, `${length === undefined ? 'bytes' : `${length} bytes`} as ${name}`),
    )
  return bytes
}

/** Wraps an object of the Wallet Standard. */
// eslint-disable-next-line max-lines-per-function -- the members of one wallet, which share its object
export function openStandardWallet(wallet: StandardWallet): Wallet {
  const feature = (name: string) => readFeature(wallet, name)
  const exposed = (): StandardWalletAccount[] => readAccounts(readSafely(() => wallet.accounts))
  /** @throws `wallet.unsupported_method` where the wallet or the account cannot */
  const use = (name: string, { address }: WalletAccount) => {
    const [run, account] = [feature(name), exposed().find((each) => each.address === address)]
    if (!run || !account?.features.includes(name)) throw new OwnFailure(unsupportedMethod(name))
    return { run, account: account.raw }
  }
  const can = {
    message: feature(SIGN_MESSAGE_FEATURE),
    transaction: feature(SIGN_TRANSACTION_FEATURE),
    send: feature(SIGN_AND_SEND_FEATURE),
    signIn: feature(SIGN_IN),
  }
  return {
    identity: wallet,
    methods: [
      GET_ACCOUNTS,
      REQUEST_ACCOUNTS,
      ...(can.message ? [SIGN_MESSAGE] : []),
      ...(can.transaction ? [SIGN_TRANSACTION, SIGN_ALL] : []),
      ...(can.send || can.transaction ? [SIGN_AND_SEND] : []),
    ],
    accounts: exposed,
    async connect(silent) {
      const connect =
        feature('standard:connect') ??
        (() => {
          throw new OwnFailure(unsupportedMethod('standard:connect'))
        })
      const answer = (await connect(...(silent ? [{ silent: true }] : []))) as
        { accounts?: unknown } | undefined
      // Some wallets answer with the accounts that they expose, some only expose them.
      const answered = readAccounts(readSafely(() => answer?.accounts))
      return answered.length ? answered : exposed()
    },
    onChange: (listener) => onStandardChange(wallet, listener),
    disconnect: async () => feature('standard:disconnect')?.(),
    async signMessage(given, message) {
      const { run, account } = use(SIGN_MESSAGE_FEATURE, given)
      const [result] = await demandResults(SIGN_MESSAGE_FEATURE, run({ account, message }), 1)
      // Otherwise a signature over another message would be taken for one over this.
      if (!isSameBytes(demandBytes(SIGN_MESSAGE_FEATURE, result!, 'signedMessage'), message))
        throw new OwnFailure(badAnswer(SIGN_MESSAGE_FEATURE, 'a signature of the message'))
      return demandBytes(SIGN_MESSAGE_FEATURE, result!, 'signature', 64)
    },
    async signTransactions(given, transactions, chain) {
      const { run, account } = use(SIGN_TRANSACTION_FEATURE, given)
      const signed = await demandResults(
        SIGN_TRANSACTION_FEATURE,
        run(...transactions.map((transaction) => ({ account, transaction, chain }))),
        transactions.length,
      )
      return signed.map((result) =>
        demandBytes(SIGN_TRANSACTION_FEATURE, result, 'signedTransaction'),
      )
    },
    ...(can.send && {
      async signAndSend(given, transaction, chain, options) {
        const { run, account } = use(SIGN_AND_SEND_FEATURE, given)
        const [result] = await demandResults(
          SIGN_AND_SEND_FEATURE,
          run({ account, transaction, chain, options }),
          1,
        )
        return demandBytes(SIGN_AND_SEND_FEATURE, result!, 'signature', 64)
      },
    }),
    ...(can.signIn && {
      async signIn(input) {
        const [result] = await demandResults(SIGN_IN, can.signIn!(input), 1)
        const [account] = readAccounts([readSafely(() => result!['account'])])
        if (!account) throw new OwnFailure(badAnswer(SIGN_IN, 'an account of Solana'))
        return {
          account,
          message: demandBytes(SIGN_IN, result!, 'signedMessage'),
          signature: demandBytes(SIGN_IN, result!, 'signature', 64),
        }
      },
    }),
  }
}
