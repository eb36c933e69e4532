import type { ConnectedAccount, Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, signInOf, toUnits, type Row } from '@latchkey/plugin-api/describe'
import { items, member } from '../../loose.js'
import { decodeAddress } from '../address.js'
import { chainOf } from '../../chains.js'
import { readMessage, readPsbt, readTransfer } from '../../wire.js'
import { describePsbt } from './psbt.js'

/** Characters of a PSBT that is read. */
const MOST_PSBT = 2_000_000

interface Asked {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  /** Addresses of the wallet. */
  own: readonly string[]
  /** The one that the wallet takes where a request names none. */
  unnamed?: string | undefined
  /** Of the page. */
  host?: string | undefined
}

const has = (params: unknown, ...names: readonly string[]): boolean =>
  typeof params === 'object' &&
  params !== null &&
  Object.keys(params).every((name) => names.includes(name))
/** The account that acts, unless it is the one in use. */
const otherAccount = ({ account, unnamed }: Asked, address = unnamed): Row[] =>
  address === undefined || address === account?.address
    ? []
    : [
        {
          label: 'bitcoin.from',
          value: address,
          ...(account && { warning: 'bitcoin.otherAccount' }),
        },
      ]

function describeMessage(asked: Asked, params: unknown): Description {
  const { message, address } = readMessage(params)
  const { domain, foreignUri } = signInOf(message) ?? {}
  const isElsewhere = domain !== undefined && asked.host !== undefined && domain !== asked.host
  return {
    title: domain === undefined ? 'bitcoin.signMessage' : 'bitcoin.signIn',
    rows: [
      ...(domain === undefined
        ? []
        : [
            {
              label: 'bitcoin.domain',
              value: domain.slice(0, MOST_TEXT),
              ...(isElsewhere && { warning: 'bitcoin.otherDomain' }),
            },
          ]),
      ...(foreignUri === undefined
        ? []
        : [
            {
              label: 'bitcoin.signInUri',
              value: foreignUri.slice(0, MOST_TEXT),
              warning: 'bitcoin.otherUri',
            },
          ]),
      {
        label: 'bitcoin.message',
        value: message.slice(0, MOST_TEXT),
        ...(hasHidden(message) && { warning: 'bitcoin.hiddenCharacters' }),
      },
      ...otherAccount(asked, address),
    ],
    complete:
      !hasHidden(message) &&
      message.length <= MOST_TEXT &&
      foreignUri === undefined &&
      has(params, 'account', 'address', 'message', 'protocol'),
  }
}

function describeTransfer(asked: Asked, params: unknown): Description {
  const { to, amount, address } = readTransfer(params)
  const {
    nativeCurrency: { decimals, symbol },
  } = asked.network
  const isHere = !!decodeAddress(to)?.chains.includes(chainOf(asked.network))
  return {
    title: 'bitcoin.send',
    rows: [
      { label: 'bitcoin.to', value: to, ...(!isHere && { warning: 'bitcoin.noAddress' }) },
      { label: 'bitcoin.amount', value: `${toUnits(BigInt(amount), decimals)} ${symbol}` },
      ...otherAccount(asked, address),
    ],
    complete: isHere && has(params, 'account', 'recipientAddress', 'amount'),
  }
}

function describeSigning(asked: Asked, params: unknown): Description | undefined {
  if (String(member(params, 'psbt')).length > MOST_PSBT) return undefined
  const { address, broadcast, ...psbt } = readPsbt(params)
  const told = describePsbt(psbt, asked.own, asked.network)
  const named = items(member(params, 'signInputs'), 10_000) ?? []
  return (
    told && {
      title: broadcast ? 'bitcoin.signAndSend' : 'bitcoin.signTransaction',
      rows: [...told.rows, ...otherAccount(asked, address)],
      complete:
        told.complete &&
        has(params, 'account', 'psbt', 'signInputs', 'broadcast') &&
        named.every((input) => has(input, 'address', 'index', 'sighashTypes')),
    }
  )
}

const WORDS: Readonly<Record<string, (asked: Asked, params: unknown) => Description | undefined>> =
  { signMessage: describeMessage, sendTransfer: describeTransfer, signPsbt: describeSigning }

/** Puts a request into words. `undefined`: it cannot be read, show it raw. */
export function describe(asked: Asked): Description | undefined {
  try {
    const { method, params } = asked
    return Object.hasOwn(WORDS, method)
      ? WORDS[method]?.(asked, items(params, 1)?.[0] ?? params)
      : undefined
  } catch {
    // What the wire would not take, there are no words for.
    return undefined
  }
}
