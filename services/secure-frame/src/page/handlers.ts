import {
  frameMethodKind,
  fromFrameChainId,
  isEmail,
  isFrameNetwork,
  toFrameChainId,
  type FrameAccountType,
  type FrameNotice,
  type FrameUser,
  type JsonValue,
} from '@latchkey/embedded-wallet/protocol'
import type { Question } from '../contract/signIn.js'
import { identityToken } from '../contract/user.js'
import { createAccounts } from './accounts.js'
import { createQueue } from './approval/queue.js'
import type { Handlers } from './link/channel.js'
import type { FrameConfig } from './link/config.js'
import { badParams, FrameError, isFrameError, notAllowed, signedOut } from './link/errors.js'
import type { SignedNonce } from './rpc/signedNonces.js'
import type { Database } from './session/database.js'
import { loadOnce } from './loadOnce.js'
import { createEmailChange } from './session/emailChange.js'
import type { Session } from './session/session.js'
import type { Homes } from './wallet/homes.js'
import { applyTheme } from './theme.js'
import type { Wallet } from './wallet/wallet.js'
import { createSocialHandlers } from './socialHandlers.js'

interface Options {
  self: Window & typeof globalThis
  config: FrameConfig
  origin: string
  session: Session
  homes: Homes
  wallet: Wallet
  database: Pick<Database, 'read' | 'update'>
  tell: (notice: FrameNotice) => void
}

/** Takes the failure of a wallet that cannot be opened here. @throws every other one */
const passClosed = (error: unknown): void => {
  if (!isFrameError(error) || error.details.reason !== 'wallet_closed') throw error
}

/** The events that the frame answers. */
// eslint-disable-next-line max-lines-per-function -- a table of events that share one state
export function createHandlers(own: Options): Handlers {
  const { self, config, origin, session, homes, wallet, tell } = own
  let { chainId } = config
  let appName: string | undefined
  const queue = createQueue()
  const signed = new Map<string, SignedNonce>()
  const records = loadOnce(async () =>
    (await import('./smart/records.js')).createRecords(own.database, () =>
      tell({ type: 'user changed' }),
    ),
  )
  const parts = { self, config, session, homes, wallet, signed, records, tell }
  const change = createEmailChange({ session, origin, lang: config.lang })

  const accounts = createAccounts(config)

  const hasSmart = accounts.enabled().length > 0
  const loadSmart = () => import('./smart/user.js')
  /** Loads what says which accounts there are, while the service is asked or the person reads. */
  const preloadSmart = (): void => {
    if (hasSmart) loadSmart().catch(() => undefined)
  }
  const toUser = async (wanted?: FrameAccountType): Promise<FrameUser> => {
    const user = session.user()
    if (!user) throw signedOut()
    const at = chainId
    const isEvm = at.startsWith('eip155:')
    const { evm, solana } = wallet.record()
    const address = isEvm ? evm : solana
    const smart = isEvm && hasSmart && (await loadSmart())
    return {
      ...(user.email !== undefined && { email: user.email }),
      ...(user.userName !== undefined && { userName: user.userName }),
      address,
      chainId: toFrameChainId(at),
      accounts: [{ address, type: 'eoa' }],
      preferredAccountType: accounts.preferred(),
      smartAccountDeployed: false,
      ...(smart && (await smart.describeUser(config, at, evm, accounts.typeOn(at, wanted)))),
    }
  }
  const setChain = (next: number | string): void => {
    const id = fromFrameChainId(next)
    if (!isFrameNetwork(id))
      throw new FrameError('This network is not supported.', { code: 4902, reason: 'network' })
    chainId = id
  }
  const answerSafe = async (method: string, params: unknown): Promise<JsonValue> => {
    const type = accounts.typeOn(chainId)
    const asked = { config, records, origin, method, params, chainId, type }
    const owner = wallet.record().evm
    return (await import('./rpc/reads.js')).answerRead({ ...asked, owner })
  }

  /** Has the person answer the question that stands before their session, if there is one. */
  const settle = async (question: Question | undefined, signal: AbortSignal): Promise<void> => {
    if (!question) return
    await queue.add(async () => {
      const { openQuestion } = await import('./security/index.js')
      await openQuestion({ ...parts, signal }, question)
    }, signal)
  }
  const { signIn, ...social } = createSocialHandlers({
    session,
    settle,
    prepare: wallet.prepare,
    setChain,
    toUser,
    tell,
  })
  return {
    ...social,
    'switch network': ({ chainId: next }) => {
      setChain(next)
      return { chainId: toFrameChainId(chainId) }
    },
    'get chain id': () => ({ chainId: toFrameChainId(chainId) }),
    'connect email': async ({ email }) => {
      if (!isEmail(email)) throw badParams('This is not an email address.')
      preloadSmart()
      const action = await session.startEmail(email)
      // A browser that is new may need a wallet, and the person reads a mail now.
      if (action === 'VERIFY_DEVICE') wallet.preload()
      return { action }
    },
    'connect device': async (_, signal) => void (await session.waitForDevice(signal)),
    'connect otp': async ({ otp }, signal) => {
      await settle(await session.verify(otp), signal)
      await wallet.prepare()
      return { user: await toUser() }
    },
    'get user': async ({ chainId: next, preferredAccountType, socialUri }, signal) => {
      setChain(next)
      if (socialUri !== undefined) await signIn(socialUri, signal)
      else await wallet.prepare()
      return { user: await toUser(preferredAccountType) }
    },
    'is connected': async ({ token }) => {
      preloadSmart()
      const isConnected = await session.resume(token)
      const handle = isConnected ? session.handle() : undefined
      return { isConnected, ...(handle !== undefined && { token: handle }) }
    },
    'sign out': async () => void (await session.end()),
    'get smart account enabled networks': () => ({
      smartAccountEnabledNetworks: accounts.enabled(),
    }),
    'init smart account': async () => {
      if (!session.user()) throw signedOut()
      if (!hasSmart) throw badParams('No network has smart accounts.')
      const { evm } = wallet.record()
      return { address: (await loadSmart()).addressOf(evm) }
    },
    'set preferred account': ({ type }) => {
      accounts.prefer(type)
      return { type }
    },
    'sync theme': ({ themeMode, themeVariables }) =>
      void applyTheme(self.document, themeMode, themeVariables),
    'sync dapp data': ({ metadata }) => void (appName = metadata.name || undefined),
    // The answer goes out first: a page that is gone sends none.
    reload: () => void self.setTimeout(() => self.location.reload()),
    'open security': async (_, signal) => {
      if (!session.user()) throw signedOut()
      const person = session.person()
      await queue.add(async () => {
        // The account of a wallet that nothing opens can still be deleted.
        await wallet.prepare().catch(passClosed)
        const { openSecurity } = await import('./security/index.js')
        await openSecurity({ ...parts, signal, person })
      }, signal)
    },
    'update email': async ({ email }) => {
      if (!isEmail(email)) throw badParams('This is not an email address.')
      return { action: await change.start(email) }
    },
    'update email primary otp': async ({ otp }) => void (await change.primary(otp)),
    'update email secondary otp': async ({ otp }) => {
      const newEmail = await change.secondary(otp)
      tell({ type: 'user changed' })
      return { newEmail }
    },
    'identity token': ({ nonce }) =>
      session.ask(identityToken, { body: nonce === undefined ? {} : { nonce } }),
    'rpc request': async ({ method, params }, signal, id) => {
      const kind = frameMethodKind(method)
      if (!kind) throw notAllowed()
      if (!session.user()) throw signedOut()
      if (kind === 'safe') return { result: await answerSafe(method, params) }
      const asker = () => ({ origin, name: appName })
      const options = { ...parts, asker }
      // Another account may come into use while the request waits: it is not signed by that one.
      const end = AbortSignal.any([signal, accounts.signal()])
      const at = { chainId, type: accounts.typeOn(chainId) }
      const submitted = (): void => tell({ type: 'request submitted', of: id })
      // Requests take their turn as they come: browsers finish imports of one module in any order.
      const { answer, finish } = await queue.add(async () => {
        const { run } = await import('./rpc/requests.js')
        return run(options, { ...at, method, params, hasSmart, signal: end, submitted })
      }, end)
      return { result: finish ? await finish() : answer }
    },
  }
}
