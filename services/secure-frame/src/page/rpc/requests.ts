import type { FrameAccountType } from '@latchkey/embedded-wallet/protocol'
import { approve, type Approved } from '../approval/approve.js'
import type { Asker } from '../approval/card.js'
import { readPatiently } from '../approval/readPatiently.js'
import type { FrameConfig } from '../link/config.js'
import { FrameError, notAllowed, otherPerson } from '../link/errors.js'
import type { Parts } from '../parts.js'
import { loadTexts } from '../translations/index.js'
import { languageOf } from '../translations/language.js'
import type { Wallet } from '../wallet/wallet.js'
import { networkOf } from './networks.js'
import { createAskNode } from './node.js'
import type { Prepared, Reading } from './prepared.js'
import { createSignedNonces } from './signedNonces.js'

/** Height that the frame asks for, in lines of text: larger text gets more. */
const HEIGHT_EM = 32
const MAX_HEIGHT = 1_200

/** In CSS pixels. */
const heightOf = (self: Window): number => {
  const { fontSize } = self.getComputedStyle(self.document.documentElement)
  return Math.min(MAX_HEIGHT, Math.round(HEIGHT_EM * Number.parseFloat(fontSize)))
}

/** The frame's own pages, which are shown already. */
interface Within {
  /** The window that they stand in. */
  self: Window & typeof globalThis
  openKey: () => Promise<void>
}
export interface Options extends Parts {
  asker: () => Asker
  /** A request of the frame's own pages is shown in their place. Absent: a website asks. */
  within?: Within
}
export interface Asked {
  chainId: string
  method: string
  params: unknown
  signal: AbortSignal
  /** The type of the account that was in use when the request came. */
  type: FrameAccountType
  /** Whether any network has smart accounts: then the visitor has two accounts on EVM. */
  hasSmart: boolean
  /** Called once the request may be carried out. */
  submitted: () => void
}

/** Operations (ERC-4337) and permissions (ERC-7715) are of smart accounts alone. */
const OF_SMART = /^eth_sendUser|Permission/

/** Why the account of the key does not do what smart accounts do. */
const refusalOfKey = ({ smartAccounts }: FrameConfig, { chainId, method }: Asked): FrameError =>
  Object.hasOwn(smartAccounts, chainId) || method === 'eth_sendUserOperation'
    ? notAllowed()
    : new FrameError('Unsupported chain', { code: 5710, reason: 'network' })

/** Bundlers and nodes go on while an operation is under way, also where its request has ended. */
const never = new AbortController().signal

/** @param owner address of the key that the smart account of the reading is of */
async function prepareForSmart(
  { config, records }: Options,
  reading: Reading,
  owner: string,
  { chainId, method, params }: Asked,
): Promise<Prepared> {
  const [{ createContext }, { prepareSmart }, { accountOf }, { resumeOperations }] =
    await Promise.all([
      import('../smart/context.js'),
      import('../smart/prepare.js'),
      import('../smart/account.js'),
      import('../smart/resume.js'),
    ])
  const known = await records()
  void resumeOperations({ config, records: known, owner })
  const context = createContext({
    config,
    network: chainId,
    account: accountOf(owner),
    node: createAskNode(reading.network, never),
    records: known,
  })
  return prepareSmart(context, reading, method, params)
}

async function prepare(
  options: Options,
  reading: Reading,
  owner: string,
  asked: Asked,
): Promise<Prepared> {
  const { method, params } = asked
  if (asked.type === 'smartAccount') return prepareForSmart(options, reading, owner, asked)
  return reading.network.id.startsWith('eip155:')
    ? (await import('./evmRequests.js')).prepareEvm(reading, method, params)
    : (await import('./solanaRequests.js')).prepareSolana(reading, method, params)
}

const smartOf = async (owner: string, { hasSmart }: Asked): Promise<string | undefined> =>
  hasSmart ? (await import('../smart/user.js')).addressOf(owner) : undefined

/** Opens the key, and has the person do what that needs. */
async function unlock(options: Options, signal: AbortSignal, person: AbortSignal) {
  const { session, wallet, within } = options
  await session.check()
  if (!wallet.needsChoice() && (await wallet.unlock())) return
  if (within) return within.openKey()
  const { openKeyInFrame } = await import('../security/inPlace.js')
  await openKeyInFrame({ ...options, signal, person })
}

/** All that a request is read with. @param wallet of the person who is signed in when it comes */
async function readingOf(
  { config, signed }: Options,
  asked: Asked,
  asker: Asker,
  { evm, solana }: Pick<ReturnType<Wallet['record']>, 'evm' | 'solana'>,
): Promise<Reading> {
  const network = networkOf(asked.chainId, config.rpc)
  const smart = await smartOf(evm, asked)
  const isSmart = asked.type === 'smartAccount'
  return {
    network,
    account: isSmart ? smart! : network.id.startsWith('eip155:') ? evm : solana,
    ...(smart !== undefined && { smart, other: isSmart ? evm : smart }),
    origin: asker.origin,
    host: new URL(asker.origin).host,
    lang: languageOf(config.lang),
    node: createAskNode(network, asked.signal),
    nonces: createSignedNonces(signed),
  }
}

/** Has the frame shown while a request is. Pages of the frame's own are shown already. */
function showing({ self, tell, within }: Options) {
  return {
    show(purpose: 'approval' | 'recovery'): void {
      if (!within) tell({ type: 'show frame', purpose, height: heightOf(self) })
    },
    hide(): void {
      if (!within) tell({ type: 'hide frame' })
    },
  }
}

/**
 * Runs a request that signs or sends: it is read, put before the person, and signed once they approve.
 * A request that is refused is refused before anything is shown.
 */
export async function run(options: Options, asked: Asked): Promise<Approved> {
  const { config, wallet, within } = options
  const { signal } = asked
  if (OF_SMART.test(asked.method) && asked.type !== 'smartAccount')
    throw refusalOfKey(config, asked)
  // Read once: another person may sign in, whose key must not sign for the accounts of this one.
  const own = wallet.record()
  const person = options.session.person()
  const asker = options.asker()
  const reading = await readingOf(options, asked, asker, own)
  const surface = { self: within?.self ?? options.self, signal }
  const { show, hide } = showing(options)
  const read = () => prepare(options, reading, own.evm, asked)
  // Another person may sign in while a card is shown. It names the account that signs.
  const requireOwn = (): void => {
    if (wallet.record().id !== own.id) throw otherPerson()
  }
  const open = async (): Promise<void> => {
    requireOwn()
    await unlock(options, signal, person)
  }
  try {
    const texts = await loadTexts(languageOf(config.lang))
    const request = await readPatiently(read, { ...surface, texts }, () => show('approval'))
    show(wallet.needsChoice() ? 'recovery' : 'approval')
    await open()
    show('approval')
    return await approve({
      self: options.self,
      request,
      read,
      asker,
      texts,
      ...(within && { within: within.self }),
      isWindowAlways: config.approvalWindow === 'always',
      signal,
      unlock: open,
      submitted: asked.submitted,
      use(sign) {
        requireOwn()
        return wallet.use(sign)
      },
    })
  } finally {
    hide()
  }
}
