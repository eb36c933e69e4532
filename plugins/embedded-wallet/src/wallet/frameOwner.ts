import type { StageMount } from '@latchkey/plugin-api'
import { authNamespaces } from '../constants.js'
import { noConnector } from '../errors.js'
import { createFrame, type FrameTimeout, type SecureFrame } from '../frame/createFrame.js'
import { frameAddress } from '../frame/frameElement.js'
import { appOf, themeOf } from '../frame/sync.js'
import type { EmbeddedContext, Settings } from '../options.js'
import {
  isFrameNetwork,
  toFrameChainId,
  type FrameChainId,
  type FrameEvent,
  type FrameNotice,
  type FramePayload,
  type FrameSuccess,
} from '../protocol/index.js'
import { hasPlace, placeFrame } from './place.js'

/** The one frame of a kernel: made when it is needed, and anew where it did not load. */
export interface FrameOwner {
  /** Makes the frame if there is none. @throws `embedded.no_connector` */
  start(): SecureFrame
  /** @throws `embedded.no_connector`, and what `SecureFrame.request` throws */
  request<E extends FrameEvent>(
    event: E,
    payload: FramePayload<E>,
    signal?: AbortSignal,
    onSubmitted?: () => void,
  ): Promise<FrameSuccess<E>>
  stage(): StageMount | undefined
  /** The network that a frame starts with. */
  network(): FrameChainId
}

/** The network that the frame starts with: the last one, else the one in use. */
function firstNetwork(ctx: EmbeddedContext): FrameChainId {
  const last = ctx.storage.get('lastChain')
  const current = ctx.activeNetwork.current()?.id
  return toFrameChainId([last, current].find((id) => id && isFrameNetwork(id)) ?? 'eip155:1')
}

/** A frame that loads needs no check: most do. */
async function askWhy(
  ...asked: [ctx: EmbeddedContext, settings: Settings, signal: AbortSignal]
): Promise<string | undefined> {
  const { checkAllowed } = await import('./checkAllowed.js')
  return checkAllowed(...asked)
}

/** Calls back whenever the theme is drawn otherwise, by the host or by the visitor's system. */
function followTheme({ theme, onDispose }: EmbeddedContext, onChange: () => void): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  onDispose(() => system.removeEventListener('change', onChange))
  onDispose(theme.subscribe(onChange))
}

/** The alert of a frame that does not answer. */
function raiseTimeout({ messages, alerts }: EmbeddedContext, report: FrameTimeout): void {
  const key = report === 'iframe_load_failed' ? 'embedded.alertLoad' : 'embedded.alertTimeout'
  const [title = '', message = ''] = messages.text(key).split('|')
  alerts.raise({ id: report, title, message })
}

/** @param onReady called at first and after each reload of the frame */
export function createFrameOwner(
  ctx: EmbeddedContext,
  settings: Settings,
  onNotice: (notice: FrameNotice) => void,
  onReady: () => void,
): FrameOwner {
  let frame: SecureFrame | undefined
  let mount: StageMount | undefined
  const end = (): void => {
    frame?.dispose()
    mount?.dispose()
    frame = mount = undefined
  }
  ctx.onDispose(end)
  const tell = <E extends FrameEvent>(event: E, payload: FramePayload<E>): void =>
    void frame?.request(event, payload).catch((error: unknown) => ctx.log.debug(event, error))
  const syncTheme = (): void => {
    if (frame?.initialised) tell('sync theme', themeOf(ctx))
  }
  const make = (): SecureFrame => {
    const made = createFrame({
      address: frameAddress({
        url: settings.url,
        projectId: settings.projectId,
        chainId: firstNetwork(ctx),
        enableLogger: settings.enableLogger,
        lang: ctx.messages.locale.get(),
      }),
      mount(element) {
        element.title = ctx.messages.text('embedded.frameTitle')
        mount = placeFrame(ctx, settings, element)
      },
      hasPlace: () => hasPlace(settings),
      check: (signal) => askWhy(ctx, settings, signal),
      onReady() {
        tell('sync dapp data', appOf(ctx, settings.projectId))
        syncTheme()
        onReady()
      },
      onNotice,
      onTimeout: (report) => raiseTimeout(ctx, report),
    })
    // The next need makes a new one.
    made.ready().catch(() => frame === made && end())
    return made
  }
  let isFollowing = false
  const start = (): SecureFrame => {
    const isServed = authNamespaces.some((namespace) => ctx.adapters.find(namespace))
    if (!isServed || !URL.canParse(settings.url)) throw noConnector()
    if (!isFollowing) followTheme(ctx, syncTheme)
    isFollowing = true
    return (frame ??= make())
  }
  return {
    start,
    request: async (...asked) => start().request(...asked),
    stage: () => mount,
    network: () => firstNetwork(ctx),
  }
}
