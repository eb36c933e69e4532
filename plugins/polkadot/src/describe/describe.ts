import type { ConnectedAccount, Description, Network } from '@latchkey/plugin-api'
import {
  hasHidden,
  MOST_TEXT,
  signInOf,
  textOf,
  toUnits,
  type Row,
} from '@latchkey/plugin-api/describe'
import type { ApiPromise } from '@polkadot/api'
import { idOf } from '../chain/chains.js'
import { SIGN_MESSAGE, SIGN_TRANSACTION } from '../chain/methods.js'
import { decode } from '../chain/ss58.js'
import { describeCall } from './call.js'

interface DescribeRequest {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  /** Host of the page. */
  host?: string | undefined
}
type Api = Pick<ApiPromise, 'createType'> & Partial<Pick<ApiPromise, 'runtimeVersion'>>
type Fields = Readonly<Record<string, unknown>>

/** Payload fields that limit when or how it is sent and signed, but not what it does. */
const HARMLESS_FIELDS = [
  'address',
  'blockHash',
  'blockNumber',
  'era',
  'genesisHash',
  'method',
  'nonce',
  'specVersion',
  'transactionVersion',
  'version',
  'signedExtensions',
  'mode',
  'metadataHash',
  'withSignedTransaction',
  'tip',
  'assetId',
]

/**
 * The text that a wallet signs: it reads `0x` and hexadecimal digits as bytes. `undefined` where
 * the bytes are not UTF-8.
 */
const messageText = (message: string): string | undefined =>
  /^0x([0-9a-f]{2})*$/i.test(message)
    ? textOf(Uint8Array.from(message.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16)))
    : message

function isSameAccount(one: unknown, other: string): boolean {
  try {
    return decode(one).id === decode(other).id
  } catch {
    return false
  }
}
/** A row that names the signer where that is not the account in use. */
const otherAccount = ({ account }: DescribeRequest, address: unknown): readonly Row[] =>
  address === undefined || (account && isSameAccount(address, account.address))
    ? []
    : [
        {
          label: 'polkadot.signer',
          value: String(address).slice(0, MOST_TEXT),
          ...(account && { warning: 'polkadot.otherAccount' }),
        },
      ]

function describeMessage(
  request: DescribeRequest,
  message: string,
  address: unknown,
  isWhole: boolean,
): Description {
  const text = messageText(message)
  const accounts = otherAccount(request, address)
  if (text === undefined)
    return {
      title: 'polkadot.signMessage',
      rows: [
        {
          label: 'polkadot.message',
          value: message.slice(0, MOST_TEXT),
          raw: true,
          warning: 'polkadot.unreadable',
        },
        ...accounts,
      ],
      complete: false,
    }
  const { domain, foreignUri } = signInOf(text) ?? {}
  const isElsewhere = domain !== undefined && request.host !== undefined && domain !== request.host
  return {
    title: domain === undefined ? 'polkadot.signMessage' : 'polkadot.signIn',
    rows: [
      ...(domain === undefined
        ? []
        : [
            {
              label: 'polkadot.domain',
              value: domain,
              ...(isElsewhere && { warning: 'polkadot.otherDomain' }),
            },
          ]),
      ...(foreignUri === undefined
        ? []
        : [
            {
              label: 'polkadot.signInUri',
              value: foreignUri.slice(0, MOST_TEXT),
              warning: 'polkadot.otherUri',
            },
          ]),
      {
        label: 'polkadot.message',
        value: text.slice(0, MOST_TEXT),
        ...(hasHidden(text) && { warning: 'polkadot.hiddenCharacters' }),
      },
      ...accounts,
    ],
    complete: isWhole && foreignUri === undefined && !hasHidden(text) && text.length <= MOST_TEXT,
  }
}

/** The tip on top of the fee, in base units. `undefined` where it cannot be read. */
function tipOf(tip: unknown): bigint | undefined {
  if (tip === undefined || tip === null) return 0n
  return (typeof tip === 'string' && /^(\d{1,39}|0x[0-9a-f]{1,32})$/i.test(tip)) ||
    (typeof tip === 'number' && Number.isSafeInteger(tip) && tip >= 0)
    ? BigInt(tip)
    : undefined
}

function payloadRows(
  request: DescribeRequest,
  payload: Fields,
  address: unknown,
): { rows: readonly Row[]; isRead: boolean } {
  const { genesisHash, tip: given, assetId } = payload
  const {
    network: {
      id,
      nativeCurrency: { decimals, symbol },
    },
  } = request
  const tip = tipOf(given)
  const isHere = typeof genesisHash === 'string' && idOf(genesisHash) === id
  const signers = [...new Set([payload['address'], address].filter((each) => each !== undefined))]
  return {
    isRead:
      tip !== undefined &&
      isHere &&
      Object.keys(payload).every((name) => HARMLESS_FIELDS.includes(name)),
    rows: [
      ...(tip ? [{ label: 'polkadot.tip', value: `${toUnits(tip, decimals)} ${symbol}` }] : []),
      ...(assetId === undefined || assetId === null
        ? []
        : [
            {
              label: 'polkadot.feeAsset',
              value: JSON.stringify(assetId).slice(0, MOST_TEXT),
              raw: true,
            },
          ]),
      ...(isHere || genesisHash === undefined
        ? []
        : [
            {
              label: 'polkadot.chain',
              value: String(genesisHash).slice(0, MOST_TEXT),
              warning: 'polkadot.otherNetwork',
            },
          ]),
      ...signers.flatMap((each) => otherAccount(request, each)),
    ],
  }
}

/** Whether the node runs the runtime of the payload: another may decode the same bytes differently. */
const isOfRuntime = ({ runtimeVersion }: Api, { specVersion }: Fields): boolean =>
  specVersion === undefined ||
  !runtimeVersion ||
  Number(specVersion) === runtimeVersion.specVersion.toNumber()

async function describeTransaction(
  request: DescribeRequest,
  payload: Fields,
  data: string,
  address: unknown,
  getApi: () => Promise<Api>,
): Promise<Description> {
  const about = payloadRows(request, payload, address)
  const api = await getApi().catch(() => undefined)
  const described = api && describeCall(api, data, request.network.nativeCurrency)
  if (!described)
    return {
      title: 'polkadot.signTransaction',
      rows: [{ label: 'polkadot.data', value: data.slice(0, MOST_TEXT), raw: true }, ...about.rows],
      complete: false,
    }
  return {
    title: described.title,
    rows: [...described.rows, ...about.rows],
    complete: described.isRead && about.isRead && isOfRuntime(api, payload),
  }
}

/**
 * Describes a signing request in rows. `undefined` for a method that it does not know. `complete`
 * only where the runtime decodes every byte of the call and the payload is for this network.
 */
export async function describe(
  request: DescribeRequest,
  getApi: () => Promise<Api>,
): Promise<Description | undefined> {
  const { method } = request
  const { message, address, transactionPayload, ...rest } = (request.params ?? {}) as {
    message?: unknown
    address?: unknown
    transactionPayload?: unknown
  }
  if (method === SIGN_MESSAGE && typeof message === 'string')
    return describeMessage(
      request,
      message,
      address,
      !Object.keys(rest).length && transactionPayload === undefined,
    )
  if (
    method !== SIGN_TRANSACTION ||
    typeof transactionPayload !== 'object' ||
    transactionPayload === null
  )
    return undefined
  const payload = transactionPayload as Fields
  const described =
    typeof payload['method'] === 'string'
      ? await describeTransaction(request, payload, payload['method'], address, getApi)
      : undefined
  return (
    described && {
      ...described,
      complete: described.complete && !Object.keys(rest).length && message === undefined,
    }
  )
}
