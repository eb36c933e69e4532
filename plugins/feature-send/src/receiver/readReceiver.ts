import {
  knownNamespaces,
  parseCaip10,
  type AdapterRegistration,
  type Caip2,
  type ChainAdapter,
  type Namespace,
} from '@latchkey/plugin-api'
import { findLookalike, isSameAddress } from '@latchkey/plugin-api/lookalike'
import type { Receiver } from '../api.js'
import { contactNameOf } from './contacts.js'
import { readPaymentUri, wholeToBase } from './paymentUri.js'
import { findSimilarName } from './similarName.js'
import type {
  Carried,
  PaymentRequest,
  PaymentUri,
  Reading,
  ReceiverContext,
  Refusal,
} from './types.js'

/** Longer texts are refused unread. */
const MAX_TEXT_LENGTH = 4096
/** Addresses of a Solana Pay link: a transaction has little room for them. */
const MAX_REFERENCES = 8
const CAIP_10 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/
/** Labels with dots between them. The lookup decides what else a name may hold. */
const NAME = /^[^\s:/?#@.]+(\.[^\s:/?#@.]+)+$/u

/**
 * Spaces, line breaks and invisible characters: they are copied along with an address, and no
 * address contains them.
 */
const HIDDEN = /[\p{Cf}\s]+/gu
const AROUND = /^[\p{Cf}\s]+|[\p{Cf}\s]+$/gu
const bare = (text: string): string => text.replace(HIDDEN, '')

const refused = ({ problem, params }: Refusal): Reading => ({
  receiver: { status: 'refused', problem, ...(params && { params }) },
})

/** The result of a call; `undefined` where it throws. */
async function attempt<T>(act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch {
    return undefined
  }
}
const parse = (
  adapter: ChainAdapter | undefined,
  text: string,
  network?: ReceiverContext['network'],
): Promise<string | undefined> => attempt(() => adapter?.parseAddress(text, network))

const labelOf = (namespace: Namespace, { registrations }: ReceiverContext): string =>
  registrations.find((one) => one.namespace === namespace)?.label ??
  (Object.hasOwn(knownNamespaces, namespace) ? knownNamespaces[namespace]!.label : namespace)
const nameOf = (id: Caip2, { networks, registrations }: ReceiverContext): string =>
  networks.find((one) => one.id === id)?.name ??
  registrations.find(({ namespace }) => id.startsWith(`${namespace}:`))?.describeNetwork?.(id)
    ?.name ??
  id

const otherFamily = (namespace: Namespace, context: ReceiverContext): Refusal => ({
  problem: 'send.otherFamily',
  params: { family: labelOf(namespace, context), network: context.network.name },
})
const otherNetwork = (id: Caip2, context: ReceiverContext): Refusal => ({
  problem: 'send.otherNetwork',
  params: { other: nameOf(id, context), network: context.network.name },
})
const notHere = (
  namespace: Namespace,
  id: Caip2 | undefined,
  context: ReceiverContext,
): Refusal | undefined =>
  namespace !== context.network.namespace
    ? otherFamily(namespace, context)
    : id !== undefined && id !== context.network.id
      ? otherNetwork(id, context)
      : undefined

/**
 * Explains why a text is not an address of this network: it is one of another network or family, or
 * mistyped.
 */
async function explain(text: string, context: ReceiverContext): Promise<Refusal> {
  const { network, networks, registrations } = context
  const here = await attempt(() => context.adapter(network.namespace))
  if (!here) return { problem: 'send.notChecked' }
  for (const other of networks) {
    if (
      other.namespace === network.namespace &&
      other.id !== network.id &&
      (await parse(here, text, other)) !== undefined
    )
      return otherNetwork(other.id, context)
  }
  const resembles = async (one: AdapterRegistration): Promise<boolean> =>
    (await attempt(() => one.resembles(text))) === true
  for (const one of registrations) {
    if (one.namespace === network.namespace || !(await resembles(one))) continue
    if ((await parse(await attempt(() => context.adapter(one.namespace)), text)) !== undefined)
      return otherFamily(one.namespace, context)
  }
  if ((await parse(here, text)) !== undefined)
    return { problem: 'send.elsewhere', params: { network: network.name } }
  const own = registrations.find(({ namespace }) => namespace === network.namespace)
  if (own && (await resembles(own))) return { problem: 'send.mistyped' }
  return NAME.test(text)
    ? { problem: 'send.noNames', params: { network: network.name } }
    : { problem: 'send.noAddress', params: { network: network.name } }
}

async function lookUp(
  name: string,
  adapter: ChainAdapter,
  { network, signal }: ReceiverContext,
): Promise<{ address: string; name: string } | Refusal> {
  const found = await attempt(async () => ({
    address: await adapter.nameLookup?.resolve(name, network, signal),
  }))
  if (!found) return { problem: 'send.nameFailed' }
  const address =
    found.address === undefined ? undefined : await parse(adapter, found.address, network)
  return address === undefined
    ? { problem: 'send.nameUnknown', params: { name: name.slice(0, 100) } }
    : { address, name }
}

/** Resolves an address of the network in use, or a name that stands for one. */
async function resolve(
  text: string,
  context: ReceiverContext,
): Promise<{ address: string; name?: string } | Refusal> {
  const { network } = context
  const adapter = await attempt(() => context.adapter(network.namespace))
  const address =
    (await parse(adapter, text, network)) ?? (await parse(adapter, bare(text), network))
  if (address !== undefined) return { address }
  const own = context.registrations.find(({ namespace }) => namespace === network.namespace)
  const isName = NAME.test(text) && (await attempt(() => own?.resembles(text))) !== true
  return adapter?.nameLookup && isName
    ? lookUp(text, adapter, context)
    : explain(bare(text), context)
}

/**
 * Addresses without a key: EVM's zero address (which cleared names often point to), precompiled
 * contracts, `dead`, and the placeholder for the native currency in lists of tokens; Solana's
 * system program and incinerator; Polkadot's zero.
 */
const NOBODY = /^(0x(0{38}[\da-f]{2}|0{36}dead|e{40})|(1nc1nerator)?1{32}|1{33}HC1)$/i

/** The receiver with everything that is known about the address. */
async function accept(
  { address, name }: { address: string; name?: string },
  { network, known, adapter, ownNames }: ReceiverContext,
): Promise<Receiver> {
  if (NOBODY.test(address)) return { status: 'refused', problem: 'send.receiverIsNobody' }
  const chain = await attempt(() => adapter(network.namespace))
  const contact = contactNameOf(known, address)
  const lookalike = findLookalike(address, known, (one) => chain?.formatAddress(one) ?? one)
  const similarName =
    name === undefined
      ? undefined
      : findSimilarName(name, address, [...known, ...((await ownNames?.()) ?? [])])
  return {
    status: 'ok',
    address,
    isFirst: !known.some((one) => one.from === 'history' && isSameAddress(one.address, address)),
    isOwn: known.some((one) => one.from === 'account' && isSameAddress(one.address, address)),
    ...(contact !== undefined && { contact }),
    ...(lookalike && { lookalike }),
    ...(similarName && { similarName }),
    isLookalikeAccepted: false,
  }
}

/** The part of a URI that is only a suggestion: token, amount and texts. */
async function readRequest(
  { token, amount, label, message }: PaymentUri,
  { network, adapter }: ReceiverContext,
): Promise<PaymentRequest | Refusal> {
  const spelled =
    token === undefined
      ? undefined
      : await parse(await attempt(() => adapter(network.namespace)), token, network)
  if (token !== undefined && spelled === undefined) return { problem: 'send.uriUnreadable' }
  // An amount below the smallest unit cannot be paid. For a token, its decimals are not known here:
  // the form checks it.
  if (
    spelled === undefined &&
    amount &&
    'whole' in amount &&
    wholeToBase(amount.whole, network.nativeCurrency.decimals) === undefined
  )
    return { problem: 'send.uriUnreadable' }
  return {
    ...(spelled !== undefined && { token: spelled }),
    ...(amount && { amount }),
    ...(label && { label }),
    ...(message && { message }),
  }
}

/**
 * The memo and the references of a link, where the adapter can carry them. Without them the
 * merchant could not match the payment, so a link that cannot be honoured is refused.
 */
async function readCarried(
  { memo, references }: Carried = {},
  { network, adapter }: ReceiverContext,
): Promise<Carried | Refusal> {
  const chain = await attempt(() => adapter(network.namespace))
  const asked = [
    ...(memo === undefined ? [] : (['memo'] as const)),
    ...(references ? (['references'] as const) : []),
  ]
  const parts = asked.filter((part) => !chain?.send?.carries?.includes(part))
  if (parts.length) return { problem: 'send.uriDemands', params: { parts: parts.join(', ') } }
  const spelled = await Promise.all(
    (references ?? []).map((reference) => parse(chain, reference, network)),
  )
  if (spelled.includes(undefined) || spelled.length > MAX_REFERENCES)
    return { problem: 'send.uriUnreadable' }
  return {
    ...(memo !== undefined && { memo }),
    ...(references && { references: spelled as readonly string[] }),
  }
}

async function readUri(uri: PaymentUri, context: ReceiverContext): Promise<Reading> {
  const elsewhere = notHere(uri.namespace, uri.network, context)
  if (elsewhere) return refused(elsewhere)
  const [carried, found, request] = [
    await readCarried(uri.carried, context),
    await resolve(uri.target, context),
    await readRequest(uri, context),
  ]
  if ('problem' in carried) return refused(carried)
  if ('problem' in found) return refused(found)
  if ('problem' in request) return refused(request)
  const receiver = await accept(found, context)
  return {
    receiver: receiver.status === 'ok' && uri.carried ? { ...receiver, carried } : receiver,
    ...(found.name !== undefined && { name: found.name }),
    request,
  }
}

async function read(text: string, context: ReceiverContext): Promise<Reading> {
  if (text === '') return { receiver: { status: 'empty' } }
  if (text.length > MAX_TEXT_LENGTH) return refused({ problem: 'send.tooLong' })
  const account = CAIP_10.test(bare(text)) ? parseCaip10(bare(text)) : undefined
  const uri = account ? undefined : readPaymentUri(text)
  if (uri) return 'problem' in uri ? refused(uri) : readUri(uri, context)
  const elsewhere = account && notHere(account.namespace, account.network, context)
  if (elsewhere) return refused(elsewhere)
  const found = await resolve(account?.address ?? text, context)
  if ('problem' in found) return refused(found)
  return {
    receiver: await accept(found, context),
    ...(found.name !== undefined && { name: found.name }),
  }
}

/**
 * Reads the text in the receiver's field: an address, a name, a CAIP-10 account or a payment URI
 * (EIP-681, BIP-21, Solana Pay), 4,096 characters at most.
 * Addresses are checked in full by the adapter, and compared with known ones. Never throws: a text
 * that cannot be used is refused with a message key.
 * @example const { receiver, request } = await readReceiver('ethereum:0xfb69…?value=2.014e18',
 * context)
 */
export const readReceiver = async (text: string, context: ReceiverContext): Promise<Reading> =>
  (await attempt(() => read(text.replace(AROUND, ''), context))) ??
  refused({ problem: 'send.notChecked' })
