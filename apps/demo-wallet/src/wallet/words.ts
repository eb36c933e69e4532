import type { KeyHolder } from '@latchkey-tools/wallets/keys'
import { formatEther, isHex } from 'viem'
import type { World } from '../world.js'
import { familyName } from './keys.js'
import {
  chainOf,
  messageOf,
  readable,
  switchTarget,
  transactionOf,
  typedDataOf,
  type Request,
} from './perform.js'

export interface Words {
  title: string
  lines: readonly (readonly [label: string, value: string])[]
  /** What to look at twice. */
  warning?: string
}

const LONGEST = 600
const short = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text

const describers: Readonly<Record<string, (request: Request, world: World) => Words>> = {
  personal_sign(request) {
    const { message, address } = messageOf(request)
    return {
      title: 'Sign a message',
      lines: [
        ['Account', String(address)],
        ['Message', short(readable(message))],
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
        [primaryType, short(JSON.stringify(message, null, 2))],
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
        ...(data && data !== '0x' ? [['Data', short(data)] as const] : []),
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
          chainOf(world, `eip155:${id}`)?.name ?? `Network ${id}, which this wallet does not know`,
        ],
      ],
    }
  },
}

/** What a site may ask for, by its methods. */
const ABILITIES: readonly (readonly [words: string, methods: RegExp])[] = [
  ['messages', /message|amino/i],
  ['transactions', /transaction|psbt|transfer|amino|direct/i],
]
/** What somebody lets a site ask for who allows these methods. */
export const abilitiesOf = (methods: readonly string[]): string =>
  ABILITIES.filter(([, pattern]) => methods.some((method) => pattern.test(method)))
    .map(([words]) => words)
    .join(' and ') || 'nothing'

/** A request in words for the one who decides; `key` is whose turn it is on a chain besides EVM. */
export function describe(request: Request, world: World, key?: KeyHolder): Words {
  const network = [
    'Network',
    chainOf(world, request.chainId)?.name ?? familyName(request.chainId),
  ] as const
  try {
    if (key) {
      const { title, lines } = key.describe(request)
      return {
        title,
        lines: [network, ...lines.map(([label, value]) => [label, short(value)] as const)],
      }
    }
    const words = Object.hasOwn(describers, request.method)
      ? describers[request.method]?.(request, world)
      : undefined
    if (words) return { ...words, lines: [network, ...words.lines] }
  } catch {
    /* unreadable: said below */
  }
  return {
    title: 'A request that cannot be read',
    lines: [network, ['Method', request.method]],
    warning: 'Approving it will fail.',
  }
}
