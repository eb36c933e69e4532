import type { ConnectedAccount, Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, signInOf, toUnits, type Row } from '@latchkey/plugin-api/describe'
import { readItems, readMember } from '../wallet/untrusted.js'
import type { decodeAddress } from '../sdk/address.js'
import { chainOf } from '../chain/chains.js'
import { readMessage, readPsbt, readTransfer } from '../wallet/params.js'
import type { describePsbt } from '../sdk/describePsbt.js'

/** The longest PSBT that is read, in characters. */
const MAX_PSBT_LENGTH = 2_000_000

/** The parts of a preview that need the chain's SDK: the caller loads them beside this module. */
export interface PreviewSdk {
  decodeAddress: typeof decodeAddress
  describePsbt: typeof describePsbt
}

interface PreviewRequest {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  /** Addresses of the wallet. */
  own: readonly string[]
  /** The address that the wallet uses where a request does not name one. */
  unnamed?: string | undefined
  /** The page's host. */
  host?: string | undefined
}

const hasOnly = (params: unknown, ...names: readonly string[]): boolean =>
  typeof params === 'object' &&
  params !== null &&
  Object.keys(params).every((name) => names.includes(name))
/** The row of the account that acts, unless it is the one in use. */
const otherAccountRows = ({ account, unnamed }: PreviewRequest, address = unnamed): Row[] =>
  address === undefined || address === account?.address
    ? []
    : [
        {
          label: 'bitcoin.from',
          value: address,
          ...(account && { warning: 'bitcoin.otherAccount' }),
        },
      ]

function describeMessage(asked: PreviewRequest, params: unknown): Description {
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
      ...otherAccountRows(asked, address),
    ],
    complete:
      !hasHidden(message) &&
      message.length <= MOST_TEXT &&
      foreignUri === undefined &&
      hasOnly(params, 'account', 'address', 'message', 'protocol'),
  }
}

function describeTransfer(
  asked: PreviewRequest,
  params: unknown,
  { decodeAddress }: PreviewSdk,
): Description {
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
      ...otherAccountRows(asked, address),
    ],
    complete: isHere && hasOnly(params, 'account', 'recipientAddress', 'amount'),
  }
}

function describeSigning(
  asked: PreviewRequest,
  params: unknown,
  { describePsbt }: PreviewSdk,
): Description | undefined {
  if (String(readMember(params, 'psbt')).length > MAX_PSBT_LENGTH) return undefined
  const { address, broadcast, ...psbt } = readPsbt(params)
  const told = describePsbt(psbt, asked.own, asked.network)
  const named = readItems(readMember(params, 'signInputs'), 10_000) ?? []
  return (
    told && {
      title: broadcast ? 'bitcoin.signAndSend' : 'bitcoin.signTransaction',
      rows: [...told.rows, ...otherAccountRows(asked, address)],
      complete:
        told.complete &&
        hasOnly(params, 'account', 'psbt', 'signInputs', 'broadcast') &&
        named.every((input) => hasOnly(input, 'address', 'index', 'sighashTypes')),
    }
  )
}

type Describe = (asked: PreviewRequest, params: unknown, sdk: PreviewSdk) => Description | undefined
const PREVIEWS: Readonly<Record<string, Describe>> = {
  signMessage: describeMessage,
  sendTransfer: describeTransfer,
  signPsbt: describeSigning,
}

/** Previews a request in words. `undefined`: it cannot be read, so that the raw request is shown. */
export function describe(asked: PreviewRequest, sdk: PreviewSdk): Description | undefined {
  try {
    const { method, params } = asked
    return Object.hasOwn(PREVIEWS, method)
      ? PREVIEWS[method]?.(asked, readItems(params, 1)?.[0] ?? params, sdk)
      : undefined
  } catch {
    // The request would be refused for its parameters.
    return undefined
  }
}
