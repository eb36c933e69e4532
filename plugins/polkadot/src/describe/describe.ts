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
import { idOf } from '../chains.js'
import { SIGN_MESSAGE, SIGN_TRANSACTION } from '../methods.js'
import { decode } from '../ss58.js'
import { describeCall } from './call.js'

interface Asked {
  network: Network
  method: string
  params: unknown
  account?: ConnectedAccount
  /** Of the page. */
  host?: string | undefined
}
type Api = Pick<ApiPromise, 'createType'> & Partial<Pick<ApiPromise, 'runtimeVersion'>>
type Fields = Readonly<Record<string, unknown>>

/** Fields of a payload that say until when and under which rules it can be sent, or how it is signed: nothing of what it does. */
const HARMLESS = [
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

/** The text that a wallet signs: hexadecimal digits are taken for the bytes that they spell. `undefined` for bytes that are no text. */
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
/** Whose signature is asked for, unless it is that of the account in use. */
const otherAccount = ({ account }: Asked, address: unknown): readonly Row[] =>
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
  asked: Asked,
  message: string,
  address: unknown,
  isWhole: boolean,
): Description {
  const text = messageText(message)
  const accounts = otherAccount(asked, address)
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
  const isElsewhere = domain !== undefined && asked.host !== undefined && domain !== asked.host
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

/** What is paid beside the fee. `undefined` where it cannot be read. */
function tipOf(tip: unknown): bigint | undefined {
  if (tip === undefined || tip === null) return 0n
  return (typeof tip === 'string' && /^(\d{1,39}|0x[0-9a-f]{1,32})$/i.test(tip)) ||
    (typeof tip === 'number' && Number.isSafeInteger(tip) && tip >= 0)
    ? BigInt(tip)
    : undefined
}

function payloadRows(
  asked: Asked,
  payload: Fields,
  address: unknown,
): { rows: readonly Row[]; isRead: boolean } {
  const { genesisHash, tip: given, assetId } = payload
  const {
    network: {
      id,
      nativeCurrency: { decimals, symbol },
    },
  } = asked
  const tip = tipOf(given)
  const isHere = typeof genesisHash === 'string' && idOf(genesisHash) === id
  const signers = [...new Set([payload['address'], address].filter((each) => each !== undefined))]
  return {
    isRead:
      tip !== undefined && isHere && Object.keys(payload).every((name) => HARMLESS.includes(name)),
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
      ...signers.flatMap((each) => otherAccount(asked, each)),
    ],
  }
}

/** Whether the node's runtime is the one that the payload is for: another one may read the same bytes differently. */
const isOfRuntime = ({ runtimeVersion }: Api, { specVersion }: Fields): boolean =>
  specVersion === undefined ||
  !runtimeVersion ||
  Number(specVersion) === runtimeVersion.specVersion.toNumber()

async function describeTransaction(
  asked: Asked,
  payload: Fields,
  data: string,
  address: unknown,
  getApi: () => Promise<Api>,
): Promise<Description> {
  const about = payloadRows(asked, payload, address)
  const api = await getApi().catch(() => undefined)
  const told = api && describeCall(api, data, asked.network.nativeCurrency)
  if (!told)
    return {
      title: 'polkadot.signTransaction',
      rows: [{ label: 'polkadot.data', value: data.slice(0, MOST_TEXT), raw: true }, ...about.rows],
      complete: false,
    }
  return {
    title: told.title,
    rows: [...told.rows, ...about.rows],
    complete: told.isRead && about.isRead && isOfRuntime(api, payload),
  }
}

/** Puts a request into words. `undefined` for what this plugin has no words for. `complete` only where the runtime reads every byte of the call, and the payload is for this network. */
export async function describe(
  asked: Asked,
  getApi: () => Promise<Api>,
): Promise<Description | undefined> {
  const { method } = asked
  const { message, address, transactionPayload, ...rest } = (asked.params ?? {}) as {
    message?: unknown
    address?: unknown
    transactionPayload?: unknown
  }
  if (method === SIGN_MESSAGE && typeof message === 'string')
    return describeMessage(
      asked,
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
  const told =
    typeof payload['method'] === 'string'
      ? await describeTransaction(asked, payload, payload['method'], address, getApi)
      : undefined
  return (
    told && {
      ...told,
      complete: told.complete && !Object.keys(rest).length && message === undefined,
    }
  )
}
