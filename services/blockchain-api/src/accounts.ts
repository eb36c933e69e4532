import { badInput } from '@latchkey/service-kit/http'
import { base58 } from '@scure/base' // MIT, no dependencies: the house's base58
import { getAddress } from 'viem'
import { type ChainConfig, type Chains, type Family, familyOf, isChainId } from './chains.js'

/** An address on one configured chain. */
export interface Account {
  chain: ChainConfig
  family: Family
  /** With checksum on eip155. */
  address: string
  /** CAIP-10. */
  id: string
}

const ACCOUNT = /^([-a-z\d]{3,8}:[-_a-zA-Z\d]{1,32}):([-.%a-zA-Z\d]{1,128})$/
const HEX_ADDRESS = /^0x([\da-f]{40})$/i

/** @returns the address in the family's own spelling, `undefined` where it is not one */
export function readAddress(family: Family, text: string): string | undefined {
  if (family === 'solana') return readSolana(text)
  const digits = HEX_ADDRESS.exec(text)?.[1]
  if (!digits) return undefined
  const address = getAddress(`0x${digits.toLowerCase()}`)
  const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  return isMixed && address !== `0x${digits}` ? undefined : address
}

const readSolana = (text: string): string | undefined => {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined
  return base58.decode(text).length === 32 ? text : undefined
}

/** The family that an address without a chain belongs to. */
const guessFamily = (text: string): Family => (HEX_ADDRESS.test(text) ? 'eip155' : 'solana')

/**
 * Reads an account of a path: CAIP-10, or an address with `chainId` beside it. Without either chain
 * it is that address on every configured chain of its family. `chainId` goes before the chain of a
 * CAIP-10 account, because a page asks for one address on several chains.
 * @param field the name by which a refusal calls it
 * @throws Refusal 400
 */
export function readAccounts(
  chains: Chains,
  field: string,
  text: string,
  chainId?: string,
): readonly [Account, ...Account[]] {
  const [, ownChain, ownAddress] = ACCOUNT.exec(text) ?? []
  const address = ownAddress ?? text
  const chain = chainId ?? ownChain
  const asked =
    chain === undefined
      ? chains.ofFamily(guessFamily(address))
      : [readChain(chains, chainId === undefined ? field : 'chainId', chain)]
  if (chainId !== undefined && ownChain !== undefined && familyOf(chainId) !== familyOf(ownChain))
    throw badInput('chainId', 'The account is of another chain family than chainId. Name its own.')
  const [first, ...rest] = asked.map((config) => accountOn(config, field, address))
  if (!first)
    throw badInput(field, 'This must be an address of a configured chain, alone or as CAIP-10.')
  return [first, ...rest]
}

/** @throws Refusal 400 where it is malformed or not configured */
export function readChain(chains: Chains, field: string, id: string): ChainConfig {
  if (!isChainId(id))
    throw badInput(field, 'The chain must be CAIP-2, for example eip155:1. Name it so.')
  const chain = chains.find(id)
  if (!chain) throw badInput(field, 'This chain is not configured here. See /v1/supported-chains.')
  return chain
}

const accountOn = (chain: ChainConfig, field: string, text: string): Account => {
  const family = familyOf(chain.id) as Family
  const address = readAddress(family, text)
  if (address === undefined)
    throw badInput(
      field,
      family === 'eip155'
        ? 'This must be an eip155 address: 0x and 40 hex digits, with a right checksum if cases are mixed.'
        : 'This must be a solana address: 32 bytes in base58.',
    )
  return { chain, family, address, id: `${chain.id}:${address}` }
}
