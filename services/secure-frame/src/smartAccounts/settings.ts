import { frameEvmNetworks } from '@latchkey/embedded-wallet/protocol'
import { type Env } from '@latchkey/service-kit'
import { invalidOption } from '../errors.js'

/** How operations of smart accounts get onto a network (ERC-4337). */
export interface Bundling {
  /** Urls of bundlers. Each is asked where those before it do not answer. Pages see them. */
  bundlers: readonly string[]
  /** Url of a service that pays for operations (ERC-7677). Pages see it. Absent: the account pays. */
  paymaster?: string
}
/** By CAIP-2 id. */
export type SmartAccountOptions = Readonly<Record<string, Bundling>>

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/**
 * `BUNDLER_1` names the bundlers of `eip155:1`, several by commas, and `PAYMASTER_1` who pays there.
 * @throws SecureFrameError `secure-frame.invalid_option`
 */
export function readSmartAccounts(env: Env): SmartAccountOptions {
  const found: Record<string, Bundling> = {}
  for (const [name, text] of Object.entries(env)) {
    const [, kind, reference = ''] = /^(BUNDLER|PAYMASTER)_(.+)$/.exec(name) ?? []
    if (kind === undefined || !text) continue
    if (!/^[1-9]\d*$/.test(reference)) throw invalidOption(`${name} must be like ${kind}_1.`)
    const network = `eip155:${reference}`
    const before = found[network] ?? { bundlers: [] }
    found[network] =
      kind === 'BUNDLER'
        ? { ...before, bundlers: wordsOf(text) }
        : { ...before, paymaster: text.trim() }
  }
  return found
}

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/**
 * @param rpc nodes of the operator, by CAIP-2 id
 * @throws SecureFrameError `secure-frame.invalid_option`
 */
export function checkSmartAccounts(
  networks: SmartAccountOptions,
  rpc: Readonly<Record<string, string>>,
): void {
  for (const [network, { bundlers, paymaster }] of Object.entries(networks)) {
    const reference = network.replace('eip155:', '')
    if (!frameEvmNetworks.includes(Number(reference)))
      throw invalidOption(`BUNDLER_${reference} names a network that the frame does not serve.`)
    if (!bundlers.length)
      throw invalidOption(`PAYMASTER_${reference} needs BUNDLER_${reference}, which is missing.`)
    if (!rpc[network])
      throw invalidOption(`BUNDLER_${reference} needs RPC_${reference}, which is missing.`)
    if (![...bundlers, ...(paymaster === undefined ? [] : [paymaster])].every(isWeb))
      throw invalidOption(
        `The urls of BUNDLER_${reference} and PAYMASTER_${reference} must begin with https:// or http://.`,
      )
  }
}
