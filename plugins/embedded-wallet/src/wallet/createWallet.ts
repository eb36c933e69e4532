import {
  isLatchkeyError,
  LatchkeyError,
  type Account,
  type Connection,
  type ConnectRequest,
  type Json,
  type Slice,
  type StageMount,
} from '@latchkey/plugin-api'
import type { LiveConnections } from '@latchkey/plugin-api/wallet'
import type { EmbeddedAccount, EmbeddedState, IdentityToken, LateApi } from '../api.js'
import { ID_AUTH } from '../constants.js'
import type { Social } from '../socials.js'
import type { EmailChanger } from '../login/createEmailChange.js'
import { createLogin, type Login } from '../login/createLogin.js'
import type { SocialLogin } from '../login/createSocial.js'
import { createSignIns } from '../login/signIns.js'
import type { EmbeddedContext, Settings } from '../options.js'
import {
  toFrameChainId,
  type FrameAccountType,
  type FrameNotice,
  type FrameUser,
} from '../protocol/index.js'
import { isWebAddress } from '../protocol/input.js'
import { createApprovals } from './approvals.js'
import { accountsOf, readSnapshot, type Accounts, type Owners } from './accounts.js'
import { AccountTypes } from './accountTypes.js'
import { EmbeddedLink } from './connection.js'
import { storedPerson } from './storedPerson.js'
import { createFrameOwner } from './frameOwner.js'
import { FrameRpc } from './frameRpc.js'
import { toNetworksOf, type NetworksOf } from './networks.js'
import { servedNetworks } from './servedNetworks.js'
import { watchEmail } from './watchEmail.js'

/** The embedded wallet of one kernel: its frame, its sign-in, its connection. */
export interface Wallet extends LateApi {
  /** Makes the frame ahead of its first use, and loads what a click on a social account needs. */
  prepare(): void
  /** Goes on with a sign-in for which the page was left. */
  resume(): Promise<void>
  /** Gives up the sign-in that is under way. */
  cancel(): void
  connect(request: ConnectRequest): Promise<Connection>
  restore(snapshot: Json, networks: NetworksOf): Promise<Connection | undefined>
  /** Gives up what waits for the visitor. */
  rejectPending(): void
  stage(): StageMount | undefined
}

const signedOut = (): LatchkeyError =>
  new LatchkeyError('embedded.signed_out', 'Nobody is signed in.')

class EmbeddedWallet implements Wallet {
  readonly #ctx: EmbeddedContext
  readonly #slice: Slice<EmbeddedState>
  readonly #container: HTMLElement | undefined
  readonly #frame
  readonly #approvals
  readonly #rpc
  readonly #types: AccountTypes
  readonly #ownAccounts
  readonly #signIns
  readonly #login: Login
  readonly #offersSocials: boolean
  readonly #social: () => Promise<SocialLogin>
  #loadedSocial: SocialLogin | undefined
  readonly #loadEmailChange: () => Promise<EmailChanger>
  /** From the first change of email on. */
  #emailChange: Promise<EmailChanger> | undefined
  readonly #live: LiveConnections = new Set()
  #link: EmbeddedLink | undefined
  /** The question to a frame that was loaded anew: who is signed in. */
  #resumed: Promise<void> = Promise.resolve()

  constructor(ctx: EmbeddedContext, settings: Settings, slice: Slice<EmbeddedState>) {
    this.#ctx = ctx
    this.#slice = slice
    this.#container = settings.container
    this.#offersSocials = settings.socials.length > 0
    this.#frame = createFrameOwner(ctx, settings, this.#onNotice, () => {
      this.#rpc.reset()
      this.#resumed = this.#verify()
    })
    const hasViews = !settings.container
    this.#approvals = createApprovals(ctx, slice, { hasViews })
    this.#rpc = new FrameRpc(ctx, this.#frame, async () => {
      await this.#frame.start().ready()
      await this.#resumed
    })
    this.#types = new AccountTypes(ctx)
    this.#ownAccounts = ctx.lazy('the accounts', () => import('./ownAccounts.js'))
    const signIns = (this.#signIns = createSignIns({
      ctx,
      slice,
      first: settings.email ? 'EmailLogin' : 'Connect',
      hasViews,
      connect: async () => {
        await ctx.connections.connect(ID_AUTH, { chosen: true })
      },
    }))
    const needs = { ctx, settings, slice, frame: this.#frame, signIns, remember: this.#remember }
    this.#login = createLogin(needs)
    this.#social = ctx.lazy('the sign-in with a social account', async () => {
      const { createSocial } = await import('../login/createSocial.js')
      return (this.#loadedSocial = createSocial({ ...needs, isWebAddress }))
    })
    const isConnected = (): boolean => this.#isConnected
    this.#loadEmailChange = ctx.lazy('the change of email', async () => {
      const { createEmailChange } = await import('../login/createEmailChange.js')
      return createEmailChange({ ...needs, isConnected })
    })
    slice.set({ provider: storedPerson(ctx).provider })
    watchEmail(ctx, isConnected, () => void this.#verify())
  }

  get #isConnected(): boolean {
    return this.#link !== undefined && !this.#link.isOver
  }

  prepare(): void {
    this.#frame.start()
    if (this.#offersSocials) this.#social().catch(this.#ctx.log.debug)
  }
  cancel(): void {
    this.#signIns.cancel()
  }
  signIn(email: string): Promise<void> {
    return this.#login.signIn(email)
  }
  submitCode(code: string): Promise<void> {
    return this.#login.submitCode(code)
  }
  async signInWith(provider: Social, open?: () => Window | null): Promise<void> {
    // Where it is loaded it goes on in the task of the click.
    return (this.#loadedSocial ?? (await this.#social())).signIn(provider, open)
  }
  async resume(): Promise<void> {
    return (await this.#social()).resume()
  }
  async updateEmail(email: string): Promise<void> {
    return (await this.#changeEmail()).begin(email)
  }
  async submitEmailCode(code: string): Promise<void> {
    return (await this.#changeEmail()).submitCode(code)
  }
  resetEmailChange(): void {
    void this.#emailChange?.then((change) => change.reset(), this.#ctx.log.debug)
  }
  /** The view shows why it could not be loaded. */
  #changeEmail(): Promise<EmailChanger> {
    return (this.#emailChange = this.#loadEmailChange().catch((error: unknown) => {
      this.#slice.set(({ change }) => ({ change: { ...change, error } }))
      throw error
    }))
  }
  stage(): StageMount | undefined {
    return this.#frame.stage()
  }
  rejectPending(): void {
    this.#approvals.rejectAll()
  }

  async openSecurity(signal: AbortSignal): Promise<void> {
    try {
      await this.#frame.request('open security', undefined, signal)
    } catch (error) {
      // The end of the account, or of this device's session, is the end of its pages.
      if (this.#isConnected) throw error
    }
    const { router } = this.#ctx
    if (router.get().at(-1)?.view === 'embedded.security') router.back()
  }

  async identityToken({ nonce }: { nonce?: string } = {}): Promise<IdentityToken> {
    await this.#frame.start().ready()
    await this.#resumed
    return this.#frame.request('identity token', nonce === undefined ? {} : { nonce })
  }

  async readAccounts(): Promise<readonly EmbeddedAccount[]> {
    const { readAccounts } = await this.#ownAccounts()
    return readAccounts(this.#ctx, this.#types)
  }
  async switchAccountType(type: FrameAccountType): Promise<void> {
    const { switchAccountType } = await this.#ownAccounts()
    return switchAccountType(this.#ctx, this.#types, type)
  }

  async connect(request: ConnectRequest): Promise<Connection> {
    const { silent, signal } = request
    if (await this.#isSignedIn(signal)) return this.#connectUser(request)
    if (silent) throw signedOut()
    return this.#signIns.wait(signal, async () => {
      await this.#isSignedIn(signal)
      return this.#connectUser(request)
    })
  }

  async #connectUser({ networks: wanted, signal, signIn }: ConnectRequest): Promise<Connection> {
    const networks = servedNetworks(toNetworksOf(wanted))
    const accounts = await this.#readAccounts(networks, signal)
    if (signIn) {
      const { signWhileConnecting } = await import('./oneClick.js')
      await signWhileConnecting({
        ctx: this.#ctx,
        rpc: this.#rpc,
        approvals: this.#approvals,
        types: this.#types,
        hasViews: !this.#container,
        signIn,
        accounts,
        networks,
        signal,
      })
    }
    return this.#open(accounts, networks)
  }

  async restore(snapshot: Json, networks: NetworksOf): Promise<Connection | undefined> {
    const served = servedNetworks(networks)
    const accounts = this.#accountsOf(readSnapshot(snapshot), served)
    const known = Object.entries(accounts).filter(([name, all]) => served[name] && all.length)
    if (!known.length) return undefined
    const connection = this.#open(Object.fromEntries(known), served)
    // The frame loads behind the accounts; its ready event verifies them.
    if (this.#frame.start().initialised) void this.#verify()
    return connection
  }

  #open(accounts: Accounts, networks: NetworksOf): Connection {
    const ctx = this.#ctx
    const shared = { ctx, rpc: this.#rpc, approvals: this.#approvals, types: this.#types }
    const needs = {
      ...shared,
      live: this.#live,
      switchAccount: async (account: Account) =>
        (await this.#ownAccounts()).switchAccount(shared, account),
      signOut: () => {
        this.#forget()
        return this.#frame.request('sign out', undefined)
      },
    }
    this.#link = new EmbeddedLink(needs, accounts, networks)
    return this.#link.connection
  }

  /** Asks the frame, and keeps the handle of the session for the next time. */
  async #isSignedIn(signal?: AbortSignal): Promise<boolean> {
    const { storage } = this.#ctx
    const token = storage.get('token') ?? ''
    const answer = await this.#frame.request('is connected', { token }, signal)
    if (!answer.isConnected) this.#forget()
    else if (answer.token !== undefined) storage.set('token', answer.token)
    return answer.isConnected
  }

  /** The frame moves to the network of each question about a user. */
  #readAccounts(networks: NetworksOf, signal?: AbortSignal): Promise<Accounts> {
    return this.#rpc.readUsers(() => this.#readUsers(networks, signal))
  }

  async #readUsers(networks: NetworksOf, signal?: AbortSignal): Promise<Accounts> {
    const users: Record<string, FrameUser> = {}
    if (networks['eip155']) await this.#types.read(this.#frame, signal)
    for (const [namespace, list] of Object.entries(networks)) {
      const used = this.#ctx.activeNetwork.current(namespace)?.id
      const network = list.find(({ id }) => id === used) ?? list[0]
      if (!network) continue
      const payload = {
        chainId: toFrameChainId(network.id),
        preferredAccountType: this.#types.preferred(),
      }
      const { user } = await this.#frame.request('get user', payload, signal)
      users[namespace] = user
      if (namespace === 'eip155')
        this.#slice.set(({ smartAccountDeployed }) => ({
          smartAccountDeployed: {
            ...smartAccountDeployed,
            [network.id]: user.smartAccountDeployed,
          },
        }))
    }
    if (!Object.keys(users).length) throw signedOut()
    return this.#accountsOf(users, networks)
  }

  #accountsOf(users: Owners, networks: NetworksOf): Accounts {
    return accountsOf(users, storedPerson(this.#ctx), this.#types.enabledAmong(networks))
  }

  readonly #remember = (provider?: Social, userName?: string): void => {
    const { storage } = this.#ctx
    if (provider) storage.set('social', provider)
    else storage.remove('social')
    if (userName) storage.set('username', userName)
    else storage.remove('username')
    this.#slice.set({ provider })
  }

  /** Nobody is signed in any more. */
  #forget(): void {
    this.#ctx.storage.remove('token')
    this.#remember()
    this.#slice.set({ smartAccountDeployed: undefined })
    this.resetEmailChange()
  }

  /** After a restore and after a reload of the frame: a session that is over ends the connection. */
  async #verify(): Promise<void> {
    const link = this.#link
    if (!link || link.isOver) return
    try {
      if (!(await this.#isSignedIn())) link.close('expired')
      else link.update(await this.#readAccounts(link.networks))
    } catch (error) {
      // The frame may answer the next request.
      this.#ctx.log.debug('verify', isLatchkeyError(error) ? error.code : error)
    }
  }

  readonly #onNotice = (notice: FrameNotice): void => {
    if (notice.type === 'session ended') {
      this.#forget()
      this.#link?.close('expired')
    } else if (notice.type === 'social result') this.#loadedSocial?.take(notice.uri)
    else if (notice.type === 'user changed') void this.#verify()
    else if (notice.type === 'show frame') {
      this.#slice.set({ frameHeight: notice.height, isAsking: true })
      // The modal shows the frame by its view, a container by itself.
      if (this.#container) this.stage()?.show(this.#container)
    } else if (notice.type === 'hide frame') {
      this.#slice.set({ isAsking: false })
      this.#approvals.hidden()
      if (this.#container) this.stage()?.hide()
    }
  }
}

/** Makes the embedded wallet. Its frame is made when it is needed. */
export const createWallet = (
  ctx: EmbeddedContext,
  settings: Settings,
  slice: Slice<EmbeddedState>,
): Wallet => new EmbeddedWallet(ctx, settings, slice)
