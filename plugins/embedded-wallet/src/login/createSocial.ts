import {
  createToken,
  LatchkeyError,
  type AccountFieldHolder,
  type Slice,
} from '@latchkey/plugin-api'
import type { EmbeddedState, SocialState } from '../api.js'
import { authNamespaces, ID_AUTH } from '../constants.js'
import { SOCIALS, type Social } from '../socials.js'
import { aborted, farcasterFailed, interrupted, isGivenUp, notStarted } from '../errors.js'
import type { EmbeddedContext, Settings } from '../options.js'
import type { FrameOwner } from '../wallet/frameOwner.js'
import { followPopup, type FollowedPopup } from './followPopup.js'
import { hasWindow, openPopup } from './openPopup.js'
import { takeResult, withoutResult } from './resultUri.js'
import type { SignIns, SignInView } from './signIns.js'
import { takeUnderWay } from './takeUnderWay.js'

/** Sign-ins with social accounts. */
export interface SocialLogin {
  /** @param open opens the window of the sign-in; `null` where the browser blocked it */
  signIn(provider: Social, open?: () => Window | null): Promise<void>
  /**
   * Goes on where the provider led back to this page, with the result in its address. Where the page was
   * loaded anew in a sign-in, that is told, with a button that begins it again.
   */
  resume(): Promise<void>
  /** Takes a result that the frame tells. Ignored where no sign-in waits for one. */
  take(uri: string): void
}

interface Needs {
  ctx: EmbeddedContext
  settings: Settings
  slice: Slice<EmbeddedState>
  frame: FrameOwner
  signIns: SignIns
  isWebAddress(value: unknown): value is string
  /** Keeps what the next page needs to know of the person who signed in. */
  remember(provider: Social | undefined, userName: string | undefined): void
}

const blocked = (): LatchkeyError =>
  new LatchkeyError('wallet.popup_blocked', 'The browser blocked the window of the sign-in.')

/** Settles with the end of a sign-in that leaves this page. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(aborted('connect social')), { once: true }),
  )

const isSignedIn = ({ connections }: EmbeddedContext): boolean =>
  connections.get().connections.some(({ connectorId }) => connectorId === ID_AUTH)

/** Settles when each stored connection has come back or given up. */
const restored = ({ connections, signal }: EmbeddedContext): Promise<void> =>
  new Promise((resolve) => {
    if (!connections.get().restoring) return resolve()
    const end = connections.subscribe(({ restoring }) => {
      if (restoring) return
      end()
      resolve()
    })
    signal.addEventListener('abort', end, { once: true })
  })

class SocialSignIn implements SocialLogin {
  readonly #needs: Needs
  /** Of the last sign-in: its signal, its window, what is known of that, and its view. */
  #last: AbortSignal | undefined
  #window: Window | null | undefined
  #followed: FollowedPopup | undefined
  #view: SignInView | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    const { ctx, signIns, slice } = needs
    ctx.points.add(createToken<AccountFieldHolder>('account.fields'), {
      id: 'embedded.social',
      fields: {
        socialWindow: ({ namespace }) =>
          authNamespaces.some((each) => each === namespace)
            ? (this.#window ?? undefined)
            : undefined,
      },
      subscribe: slice.subscribe,
    })
    ctx.onDispose(
      ctx.router.subscribe((stack) => {
        // A visitor who goes back gives the sign-in up.
        const isLeft = this.#view && stack.at(-1)?.view !== this.#view
        if (isLeft && ctx.modal.get().open && !signIns.isConnecting) signIns.cancel()
      }),
    )
  }

  signIn(provider: Social, open = openPopup): Promise<void> {
    return this.#run(provider, async (signal) => {
      if (provider === 'farcaster') return this.#throughFarcaster(signal)
      if (!hasWindow(provider)) return this.#leavePage(provider, signal)
      // The frame asks for the address while the browser makes the window, which takes as long.
      const address = this.#addressOf(provider, signal)
      address.catch(() => undefined)
      const popup = open()
      this.#use(popup)
      this.#show('embedded.social')
      if (!popup) throw blocked()
      const uri = await this.#throughPopup(provider, popup, address, signal)
      await this.#connect(uri, provider, signal)
    })
  }

  async resume(): Promise<void> {
    const { ctx, settings, isWebAddress } = this.#needs
    const uri = takeResult()
    const left = ctx.storage.get('leftFor')
    const provider = SOCIALS.find((each) => each === left)
    ctx.storage.remove('leftFor')
    const isOurs =
      uri !== undefined && isWebAddress(uri) && new URL(uri).origin === settings.frameOrigin
    if (!isOurs) return this.#tellInterrupted()
    await this.#run(provider, async (signal) => {
      this.#show('embedded.social')
      await this.#connect(uri, provider, signal)
    })
  }

  /** The page before this one was thrown away in a sign-in, whose window and question went with it. */
  async #tellInterrupted(): Promise<void> {
    const { ctx, signIns, slice } = this.#needs
    const way = takeUnderWay(ctx)
    if (!way) return
    await restored(ctx)
    const { step, social } = slice.get()
    // The visitor has begun another one on this page, or has signed in on another page of the site.
    const isTold = step === 'idle' && social.status === 'idle' && !isSignedIn(ctx)
    if (!isTold) return
    const error = interrupted()
    signIns.begin(
      way === 'email' ? { error } : { social: { status: 'error', provider: way, error } },
    )
    signIns.show(way === 'email' ? 'EmailLogin' : 'embedded.social')
  }

  take(uri: string): void {
    this.#followed?.take(uri)
  }

  /** Runs a sign-in. Its failure goes to the caller and into the state. */
  async #run(
    provider: Social | undefined,
    steps: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { signIns } = this.#needs
    this.#view = undefined
    const controller = signIns.begin({ social: { status: 'started', provider } })
    const signal = (this.#last = controller.signal)
    if (provider) signIns.keep(provider)
    try {
      await steps(signal)
      this.#set({ status: 'success' })
    } catch (error) {
      if (isGivenUp(error)) signIns.cancel()
      else if (!signal.aborted) this.#set({ status: 'error', error })
      throw error
    } finally {
      controller.abort()
      if (this.#last === signal) this.#end()
    }
  }

  /** Takes the window of a sign-in in the place of that before, which may be the same: they have one name. */
  #use(popup: Window | null | undefined): void {
    if (this.#window !== popup) this.#window?.close()
    this.#window = popup
    this.#tellOfWindow()
  }

  /** The state holds plain data, and no window: whoever reads the window is told of a change by the state's. */
  #tellOfWindow(): void {
    this.#set({})
  }

  async #throughPopup(
    provider: Social,
    popup: Window,
    address: Promise<string>,
    signal: AbortSignal,
  ): Promise<string> {
    const { settings, isWebAddress } = this.#needs
    const followed = followPopup({
      popup,
      provider,
      origin: settings.frameOrigin,
      isWebAddress,
      signal,
      onLost: (isLost) => this.#set({ isLost }),
    })
    this.#followed = followed
    // No result comes before the window has gone to the provider, but the window may be closed.
    followed.go(await Promise.race([address, followed.result]))
    const uri = await followed.result
    popup.close()
    return uri
  }

  /** Goes to the provider with the whole page, which comes back with the result in its address. */
  async #leavePage(provider: Social, signal: AbortSignal): Promise<void> {
    this.#use(undefined)
    this.#show('embedded.social')
    const uri = await this.#addressOf(provider, signal, withoutResult(location.href))
    this.#needs.ctx.storage.set('leftFor', provider)
    location.href = uri
    await untilAborted(signal)
  }

  /** @throws `embedded.social_not_started`, `embedded.aborted` */
  async #addressOf(provider: Social, signal: AbortSignal, returnTo?: string): Promise<string> {
    if (provider === 'farcaster') throw new TypeError('Farcaster has no page to sign in on.')
    const payload = { provider, ...(returnTo !== undefined && { returnTo }) }
    try {
      return (await this.#needs.frame.request('get social redirect uri', payload, signal)).uri
    } catch (error) {
      throw signal.aborted ? error : notStarted(provider, error)
    }
  }

  async #throughFarcaster(signal: AbortSignal): Promise<void> {
    const { frame, remember } = this.#needs
    this.#use(undefined)
    this.#show('ConnectingFarcaster')
    try {
      const { uri } = await frame.request('get farcaster uri', undefined, signal)
      this.#set({ uri })
      const { userName } = await frame.request('connect farcaster', undefined, signal)
      remember('farcaster', userName || undefined)
    } catch (error) {
      throw signal.aborted ? error : farcasterFailed(error)
    }
    this.#set({ status: 'request user data' })
    await this.#needs.signIns.finish()
  }

  async #connect(uri: string, provider: Social | undefined, signal: AbortSignal): Promise<void> {
    const { frame, signIns, remember } = this.#needs
    this.#set({ status: 'request user data', isLost: false })
    const payload = {
      uri,
      preferredAccountType: 'eoa' as const,
      chainId: frame.network(),
    }
    const { user } = await frame.request('connect social', payload, signal)
    remember(provider, user.userName)
    await signIns.finish()
  }

  #end(): void {
    this.#window?.close()
    this.#window = this.#followed = this.#view = undefined
    this.#tellOfWindow()
  }

  #show(view: SignInView): void {
    this.#needs.signIns.show(view)
    this.#view = view
  }

  #set(change: Partial<SocialState>): void {
    this.#needs.slice.set(({ social }) => ({ social: { ...social, ...change } }))
  }
}

/** Makes the sign-ins with social accounts of one kernel. */
export const createSocial = (needs: Needs): SocialLogin => new SocialSignIn(needs)
