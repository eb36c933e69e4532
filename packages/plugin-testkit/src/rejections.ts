import type { Dispose } from '@latchkey/plugin-api'
import { show } from './check.js'

/** What there is of Node here, where it is Node. */
interface NodeProcess {
  listeners(event: 'unhandledRejection'): readonly ((reason: unknown) => void)[]
  removeAllListeners(event: 'unhandledRejection'): void
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): void
}
const nodeOf = (global: object): NodeProcess | undefined => {
  const { process } = global as { process?: NodeProcess }
  return typeof process?.listeners === 'function' ? process : undefined
}

/** In place of those of the test runner, which would fail the run and could not say by which case. */
function watchNode(node: NodeProcess, note: (reason: unknown) => void): Dispose {
  const before = node.listeners('unhandledRejection')
  node.removeAllListeners('unhandledRejection')
  node.on('unhandledRejection', note)
  return () => {
    node.removeAllListeners('unhandledRejection')
    for (const listener of before) node.on('unhandledRejection', listener)
  }
}

/** Before those of the test runner. */
function watchBrowser(note: (reason: unknown) => void): Dispose {
  const { window } = globalThis
  const listen = (event: Event): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
    note((event as PromiseRejectionEvent).reason)
  }
  window.addEventListener('unhandledrejection', listen, { capture: true })
  return () => window.removeEventListener('unhandledrejection', listen, { capture: true })
}

/** Takes note of promises that were rejected and that nobody waited for. To be opened where the page is real, before one is made up. */
export function watchRejections(): { rejected(): readonly string[]; close: Dispose } {
  const rejected: string[] = []
  const note = (reason: unknown): void => void rejected.push(show(reason))
  const node = nodeOf(globalThis)
  const close = node
    ? watchNode(node, note)
    : typeof window === 'undefined'
      ? () => undefined
      : watchBrowser(note)
  return { rejected: () => rejected, close }
}
