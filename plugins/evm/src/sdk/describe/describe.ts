import type { Description, Network } from '@latchkey/plugin-api'
import { hasHidden, MOST_TEXT, signInOf, textOf, type Row } from '@latchkey/plugin-api/describe'
import { describeCall, describeCalls } from './describeCall.js'
import { describeTypedData } from './describeTypedData.js'
import { isAddress, otherAccount, rowsOf, toText, type By } from './rows.js'

/** Lines with a chain id that are read. */
const MAX_CHAIN_LINES = 5

/** Decodes bytes in hex as text. `undefined` where they are not text. */
function decodeText(data: string): string | undefined {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(data)) return undefined
  return textOf(Uint8Array.from(data.slice(2).match(/../g) ?? [], (byte) => parseInt(byte, 16)))
}

/** The page, account and network that a sign-in message (EIP-4361) names. */
function signInRows(
  text: string,
  account: unknown,
  { reference }: Network,
  { host }: By,
): Row[] | undefined {
  const signIn = signInOf(text)
  if (!signIn) return undefined
  const { domain, address, foreignUri } = signIn
  const others = [...text.matchAll(/\nChain ID: (\S+)/g)]
    .slice(0, MAX_CHAIN_LINES)
    .flatMap(([, chainId = '']) => (chainId === reference ? [] : [chainId]))
  return [
    {
      label: 'evm.signInDomain',
      value: domain,
      ...(host !== undefined && domain !== host && { warning: 'evm.otherDomain' }),
    },
    ...(isAddress(account) && address.toLowerCase() !== account.toLowerCase()
      ? [{ label: 'evm.from', value: address, warning: 'evm.otherAccount' }]
      : []),
    ...(foreignUri === undefined
      ? []
      : [
          {
            label: 'evm.signInUri',
            value: foreignUri.slice(0, MOST_TEXT),
            warning: 'evm.otherUri',
          },
        ]),
    ...others.map((chainId) => ({
      label: 'evm.domain.chainId',
      value: chainId,
      warning: 'evm.otherNetwork',
    })),
  ]
}

/**
 * Describes `personal_sign`: data first, account second. Complete only where both are valid and the
 * text hides nothing.
 */
function describeMessage(
  network: Network,
  params: readonly unknown[],
  by: By,
): Description | undefined {
  const [data, account] = params
  if (typeof data !== 'string') return undefined
  // Wallets disagree about data that is not hexadecimal.
  const text = decodeText(data)
  const value = (text ?? data).slice(0, MOST_TEXT)
  const row: Row =
    text === undefined
      ? { label: 'evm.message', value, raw: true, warning: 'evm.unreadable' }
      : { label: 'evm.message', value, ...(hasHidden(text) && { warning: 'evm.hiddenCharacters' }) }
  const signIn = text === undefined ? undefined : signInRows(text, account, network, by)
  return {
    title: signIn ? 'evm.signIn' : 'evm.signMessage',
    rows: [...(signIn ?? []), row, ...(isAddress(account) ? otherAccount(account, by) : [])],
    complete:
      text !== undefined &&
      !hasHidden(text) &&
      text.length <= MOST_TEXT &&
      signInOf(text)?.foreignUri === undefined &&
      params.length === 2 &&
      isAddress(account),
  }
}

/** Describes `eth_sign`: 32 bytes that may be the hash of anything. */
function describeHash([account, hash]: readonly unknown[], by: By): Description | undefined {
  if (!isAddress(account) || typeof hash !== 'string') return undefined
  return {
    title: 'evm.blindSign',
    rows: [
      { label: 'evm.data', value: hash.slice(0, MOST_TEXT), raw: true, warning: 'evm.anything' },
      ...otherAccount(account, by),
    ],
    complete: false,
  }
}

/**
 * Describes a request that lets somebody act without asking again (ERC-7715), or that others execute
 * (ERC-4337): its content is shown raw.
 */
function describeGrant(
  title: string,
  label: string,
  warning: string,
  list: readonly unknown[],
): Description {
  return {
    title,
    rows: list.map((each): Row => ({ label, value: toText(each), raw: true, warning })),
    complete: false,
  }
}

/** Describes a transaction that is only signed: anybody can send it. */
function describeSigned(network: Network, transaction: unknown, by: By): Description | undefined {
  const told = describeCall(network, rowsOf(transaction), by)
  return (
    told && {
      ...told,
      title: told.title === 'evm.handOver' ? told.title : 'evm.signTransaction',
      rows: [{ label: told.title, value: '1 / 1' }, ...told.rows],
    }
  )
}

/**
 * Describes the most common requests. `undefined` for others, which are shown raw. `complete` only
 * where the rows show every part of the request; never with call data, as nobody here knows what the
 * contract does with it.
 */
export function describe(
  network: Network,
  method: string,
  params: unknown,
  by: By = {},
): Description | undefined {
  if (!Array.isArray(params)) return undefined
  const list = params as readonly unknown[]
  const [first] = list
  switch (method) {
    case 'personal_sign':
      return describeMessage(network, list, by)
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4':
      return describeTypedData(network, list, by)
    case 'eth_signTypedData': {
      // The oldest version has another form, and wallets disagree about which one is meant.
      const told = describeTypedData(network, list, by)
      return told && { ...told, complete: false }
    }
    case 'eth_sendTransaction':
      return list.length === 1 ? describeCall(network, rowsOf(first), by) : undefined
    case 'eth_signTransaction':
      return list.length === 1 ? describeSigned(network, first, by) : undefined
    case 'wallet_sendCalls':
      return list.length === 1 ? describeCalls(network, rowsOf(first), by) : undefined
    case 'eth_sign':
      return describeHash(list, by)
    case 'wallet_grantPermissions':
    case 'wallet_requestExecutionPermissions':
      return describeGrant(
        'evm.actForYou',
        'evm.permission',
        'evm.canAct',
        Array.isArray(first) ? first : list,
      )
    case 'eth_sendUserOperation':
      return describeGrant('evm.metaTransaction', 'evm.data', 'evm.callInside', list)
    default:
      return undefined
  }
}
