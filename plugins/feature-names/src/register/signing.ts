import type { NameRegistration } from '@latchkey/backend'
import { LatchkeyError, type ConnectedAccount, type Network } from '@latchkey/plugin-api'
import { noServer } from '../failures.js'
import { coinTypeOf } from '../rules/coinType.js'
import { problemOf } from '../rules/label.js'
import { payloadOf, toHex } from '../rules/payload.js'
import { checkInUse } from '../rules/requirements.js'
import { labelOf, toWholeName } from '../rules/suffix.js'
import type { NamesSetup } from '../services.js'
import { inUseOf } from './offer.js'

/** A name that is to be registered, with the account and the network that it is for. */
export interface Registration {
  /** As the caller gave it. */
  given: string
  /** The whole name. */
  name: string
  label: string
  account: ConnectedAccount
  network: Network
}

/**
 * Checks everything that can be checked before the wallet is asked.
 * @throws `names.network_missing`, `names.unsupported_namespace`, `names.account_missing`,
 * `names.invalid_chain_id`, `names.invalid_name`, `kernel.invalid_option`
 */
export function prepare(setup: NamesSetup, given: string): Registration {
  const { network, account } = checkInUse(inUseOf(setup))
  coinTypeOf(network.reference)
  const name = toWholeName(given.trim().toLowerCase(), setup.suffix)
  const label = labelOf(name, setup.suffix)
  const rule = problemOf(label)
  if (rule)
    throw new LatchkeyError('names.invalid_name', `${given} breaks a rule of names: ${rule}.`, {
      context: { name: given, rule },
    })
  if (!setup.canRegister)
    throw new LatchkeyError('kernel.invalid_option', 'names() has no zone to register names in.', {
      context: { option: 'names.zone' },
    })
  if (!setup.client()) throw noServer()
  return { given, name, label, account, network }
}

/** The account that signs, and the network in which its wallet is asked. */
export type Signer = Pick<Registration, 'account' | 'network'>

/**
 * Asks the wallet to sign a text (EIP-191).
 * @returns `undefined` where the wallet answers something other than a signature
 * @throws `wallet.*`
 */
export async function signText(
  { ctx }: Pick<NamesSetup, 'ctx'>,
  { account, network }: Signer,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const signature = await ctx.connections.request({
    network: network.id,
    connectionId: account.connectionId,
    method: 'personal_sign',
    params: [toHex(text), account.address],
    signal,
  })
  const isSignature = typeof signature === 'string' && /^0x[\da-f]+$/i.test(signature)
  return isSignature ? signature : undefined
}

/**
 * Asks the wallet to sign the JSON text of name, attributes and time.
 * @throws `names.register_failed` where it answers something other than a signature, `wallet.*`
 */
export async function sign(
  setup: NamesSetup,
  registration: Registration,
  signal: AbortSignal,
): Promise<NameRegistration> {
  const { name, account, network } = registration
  const message = JSON.stringify(payloadOf(name, Date.now()))
  const signature = await signText(setup, registration, message, signal)
  if (signature === undefined)
    throw new LatchkeyError('names.register_failed', 'The wallet answered no signature.', {
      context: { name, reason: '' },
    })
  return { coin_type: coinTypeOf(network.reference), address: account.address, message, signature }
}
