import type { KeyHolder } from '@latchkey-tools/wallets/keys'
import { formatEther, isHex } from 'viem'
import type { World } from '../world.js'
import { familyName } from './keys.js'
import {
  chainOf,
  messageOf,
  switchTarget,
  toReadableText,
  transactionOf,
  typedDataOf,
  type Request,
} from './perform.js'

/** The description of a request for the user. */
export interface RequestDescription {
  title: string
  lines: readonly (readonly [label: string, value: string])[]
  /** The danger that the user should know of. */
  warning?: string
}

const MAX_CHARACTERS = 600
const truncate = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}...` : text

/** Describe the requests of EVM chains, by method. They may throw on malformed parameters. */
const describers: Readonly<Record<string, (request: Request, world: World) => RequestDescription>> =
  {
    personal_sign(request) {
      const { message, address } = messageOf(request)
      return {
        title: 'Sign a message',
        lines: [
          ['Account', String(address)],
          ['Message', truncate(toReadableText(message))],
        ],
      }
    },
    eth_signTypedData_v4(request) {
      const { address, data } = typedDataOf(request)
      const { domain, primaryType, message } = data as {
        domain?: { name?: string; chainId?: unknown }
        primaryType: string
        message: unknown
      }
      const isElsewhere =
        domain?.chainId !== undefined && `eip155:${Number(domain.chainId)}` !== request.chainId
      return {
        title: 'Sign typed data',
        lines: [
          ['Account', String(address)],
          ['For', domain?.name ?? 'not named'],
          [primaryType, truncate(JSON.stringify(message, null, 2))],
        ],
        ...(isElsewhere && { warning: 'The data are for another network than the one in use.' }),
      }
    },
    eth_sendTransaction(request) {
      const { from, to, value = '0x0', data } = transactionOf(request)
      return {
        title: 'Send a transaction',
        lines: [
          ['From', from ?? 'not named'],
          ['To', to ?? 'a new contract'],
          ['Amount', isHex(value) ? `${formatEther(BigInt(value))} ETH` : 'unreadable'],
          ...(data && data !== '0x' ? [['Data', truncate(data)] as const] : []),
        ],
        ...(data &&
          data !== '0x' && { warning: 'This calls a contract. What it does is not shown here.' }),
      }
    },
    wallet_switchEthereumChain(request, world) {
      const id = switchTarget(request)
      return {
        title: 'Switch the network',
        lines: [
          [
            'To',
            chainOf(world, `eip155:${id}`)?.name ??
              `Network ${id}, which this wallet does not know`,
          ],
        ],
      }
    },
  }

/**
 * Words for what a site may ask for, each with the methods that ask for it. Amino and Direct are the
 * two sign modes of Cosmos: an Amino document may be a message or a transaction.
 */
const ABILITIES: readonly (readonly [words: string, methods: RegExp])[] = [
  ['messages', /message|amino/i],
  ['transactions', /transaction|psbt|transfer|amino|direct/i],
]
/** The things that a site may ask for if these methods are allowed: `messages and transactions`. */
export const abilitiesOf = (methods: readonly string[]): string =>
  ABILITIES.filter(([, pattern]) => methods.some((method) => pattern.test(method)))
    .map(([words]) => words)
    .join(' and ') || 'nothing'

/**
 * Describes a request for the user who decides. A request that cannot be read gets a warning.
 * @param key the key that would sign; only on chains other than EVM
 */
export function describe(request: Request, world: World, key?: KeyHolder): RequestDescription {
  const network = [
    'Network',
    chainOf(world, request.chainId)?.name ?? familyName(request.chainId),
  ] as const
  try {
    if (key) {
      const { title, lines } = key.describe(request)
      return {
        title,
        lines: [network, ...lines.map(([label, value]) => [label, truncate(value)] as const)],
      }
    }
    const description = Object.hasOwn(describers, request.method)
      ? describers[request.method]?.(request, world)
      : undefined
    if (description) return { ...description, lines: [network, ...description.lines] }
  } catch {
    /* The parameters are malformed: the description below says so. */
  }
  return {
    title: 'A request that cannot be read',
    lines: [network, ['Method', request.method]],
    warning: 'Approving it will fail.',
  }
}
