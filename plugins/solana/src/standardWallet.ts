import type { Dispose } from '@latchkey/plugin-api'
import { toKey } from './address.js'
import { copyBytes, isSame } from './bytes.js'
import { badAnswer, Found, look, unsupported } from './errors.js'
import {
  GET_ACCOUNTS,
  REQUEST_ACCOUNTS,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from './methods.js'
import { NAMESPACE } from './networks.js'
import { SIGN_IN } from './signIn.js'
import { featureOf, textsOf, type StandardWallet } from './standard.js'
import type { Wallet, WalletAccount } from './wallet.js'

const MESSAGE = 'solana:signMessage'
const TRANSACTION = 'solana:signTransaction'
const SEND = 'solana:signAndSendTransaction'
/** Accounts looked at of one wallet. */
const MOST = 100

interface Held extends WalletAccount {
  features: readonly string[]
  /** The wallet's own object: it takes no other. */
  raw: object
}

/** One account, read once. `undefined` for one of another chain family, and for what is none. */
function readAccount(raw: unknown): Held | undefined {
  return look(() => {
    const { address, label, chains, features } = raw as Readonly<Record<string, unknown>>
    const key = toKey(address)
    const mine = textsOf(chains).filter((chain) => chain.startsWith(`${NAMESPACE}:`))
    if (!key || !mine.length) return undefined
    return {
      address: address as string,
      key,
      chains: mine,
      features: textsOf(features),
      raw: raw as object,
      ...(typeof label === 'string' && label && { label: label.slice(0, 64) }),
    }
  })
}
const readAccounts = (list: unknown): Held[] =>
  look(() =>
    Array.isArray(list)
      ? (list.slice(0, MOST) as unknown[])
          .map(readAccount)
          .filter((account) => account !== undefined)
      : [],
  ) ?? []

/** What a feature answered: one result for each input. @throws `wallet.bad_answer` */
async function results(
  method: string,
  answer: unknown,
  count: number,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const list = await answer
  const plain = look(() =>
    Array.isArray(list) && list.length === count ? Array.from(list as unknown[]) : undefined,
  )
  if (plain?.length !== count || !plain.every((item) => typeof item === 'object' && item !== null))
    throw new Found(badAnswer(method, 'something else than one result for each thing to sign'))
  return plain as Readonly<Record<string, unknown>>[]
}
function bytesOf(
  method: string,
  result: Readonly<Record<string, unknown>>,
  name: string,
  length?: number,
): Uint8Array {
  const bytes = look(() => copyBytes(result[name]))
  if (!bytes?.length || (length !== undefined && bytes.length !== length))
    throw new Found(
      badAnswer(
        method,
        `a ${name} that is no ${length === undefined ? 'bytes' : `${length} bytes`}`,
      ),
    )
  return bytes
}

/** One without events still connects. */
function listenTo(wallet: StandardWallet, listener: () => void): Dispose {
  const off = look(() => featureOf(wallet, 'standard:events', 'on')?.('change', listener))
  return typeof off === 'function' ? () => void look(off as Dispose) : () => undefined
}

/** The wallet behind an object of the Wallet Standard. */
export function openStandardWallet(wallet: StandardWallet): Wallet {
  const feature = (name: string) => featureOf(wallet, name, name.slice(name.indexOf(':') + 1))
  const exposed = (): Held[] => readAccounts(look(() => wallet.accounts))
  /** @throws `wallet.unsupported_method` where wallet or account cannot */
  const use = (name: string, { address }: WalletAccount) => {
    const [run, account] = [feature(name), exposed().find((each) => each.address === address)]
    if (!run || !account?.features.includes(name)) throw new Found(unsupported(name))
    return { run, account: account.raw }
  }
  const can = {
    message: feature(MESSAGE),
    transaction: feature(TRANSACTION),
    send: feature(SEND),
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
          throw new Found(unsupported('standard:connect'))
        })
      const answer = (await connect(...(silent ? [{ silent: true }] : []))) as
        { accounts?: unknown } | undefined
      // Some answer with what they expose, some only expose it.
      const answered = readAccounts(look(() => answer?.accounts))
      return answered.length ? answered : exposed()
    },
    onChange: (listener) => listenTo(wallet, listener),
    disconnect: async () => feature('standard:disconnect')?.(),
    async signMessage(given, message) {
      const { run, account } = use(MESSAGE, given)
      const [result] = await results(MESSAGE, run({ account, message }), 1)
      // A signature over something else would be taken for one over this.
      if (!isSame(bytesOf(MESSAGE, result!, 'signedMessage'), message))
        throw new Found(badAnswer(MESSAGE, 'a signature of something else than the message'))
      return bytesOf(MESSAGE, result!, 'signature', 64)
    },
    async signTransactions(given, transactions, chain) {
      const { run, account } = use(TRANSACTION, given)
      const signed = await results(
        TRANSACTION,
        run(...transactions.map((transaction) => ({ account, transaction, chain }))),
        transactions.length,
      )
      return signed.map((result) => bytesOf(TRANSACTION, result, 'signedTransaction'))
    },
    ...(can.send && {
      async signAndSend(given, transaction, chain, options) {
        const { run, account } = use(SEND, given)
        const [result] = await results(SEND, run({ account, transaction, chain, options }), 1)
        return bytesOf(SEND, result!, 'signature', 64)
      },
    }),
    ...(can.signIn && {
      async signIn(input) {
        const [result] = await results(SIGN_IN, can.signIn!(input), 1)
        const account = readAccount(look(() => result!['account']))
        if (!account) throw new Found(badAnswer(SIGN_IN, 'no account of Solana'))
        return {
          account,
          message: bytesOf(SIGN_IN, result!, 'signedMessage'),
          signature: bytesOf(SIGN_IN, result!, 'signature', 64),
        }
      },
    }),
  }
}
